/** All calls other than the resources' verbs. Screens import calls from their declarations. */
import { emulatorCalls } from "./account/emulator.ts";
import { miniSessionCalls } from "./account/mini-session.ts";
import { documentCalls } from "./cloud/documents.ts";
import { cloudCalls } from "./cloud/overview.ts";
import { balanceAlertCalls } from "./account/balance-alert.ts";
import { emailCalls } from "./account/email.ts";
import { sendFeedback } from "./account/feedback.ts";
import { userSettingsCalls } from "./account/email-settings.ts";
import { mailboxCalls } from "./account/mailbox.ts";
import { memberCalls } from "./account/member-calls.ts";
import { noticeCalls } from "./account/notices.ts";
import { operationCalls } from "./account/operation-calls.ts";
import { activationCalls } from "./account/activation.ts";
import { zkSyncActivationCalls } from "./account/zksync-activation.ts";
import { bindCalls } from "./account/bind.ts";
import { deletionCalls } from "./account/deletion.ts";
import { pointCalls } from "./account/points.ts";
import { profileCalls } from "./account/profile.ts";
import { sessionCalls } from "./account/session.ts";
import { deviceSessionCalls } from "./account/sessions.ts";
import { solanaCalls } from "./account/solana.ts";
import { teamCalls } from "./account/teams.ts";
import { mergeCalls } from "./account/merge.ts";
import { walletCalls } from "./account/wallets.ts";
import { accessKeyCalls } from "./bucket/access-key-calls.ts";
import { billingCalls } from "./billing/account-calls.ts";
import { analyticsCalls } from "./billing/analytics-calls.ts";
import { depositCalls } from "./billing/deposit-calls.ts";
import { recordCalls } from "./billing/record-calls.ts";
import { voucherCalls } from "./billing/vouchers.ts";
import { bucketCalls } from "./bucket/bucket-calls.ts";
import { bucketDomainCalls } from "./bucket/domain-calls.ts";
import { snapshotCalls } from "./bucket/snapshots.ts";
import { arweaveCalls } from "./bucket/arweave-calls.ts";
import type { CallSpec } from "./define.ts";
import { gatewayCalls } from "./gateway/gateway-calls.ts";
import { ipnsCalls } from "./gateway/ipns-calls.ts";
import { pinCalls } from "./bucket/pin-calls.ts";
import { authTokenCalls } from "./hosting/auth-tokens.ts";
import { codeHostCalls } from "./hosting/code-host.ts";
import { deploymentCalls } from "./hosting/deployment-calls.ts";
import { faucetCalls } from "./billing/faucet.ts";
import { miniCalls } from "./billing/mini-calls.ts";
import { askTonFaucet } from "./billing/ton-faucet.ts";
import { domainCalls } from "./hosting/domain-calls.ts";
import { nameDomainCalls } from "./hosting/name-services.ts";
import { hookCalls } from "./hosting/hooks.ts";
import { openCalls } from "./hosting/open-api.ts";
import { projectCalls } from "./hosting/project-calls.ts";
import { repositoryCalls } from "./hosting/repositories.ts";
import { templateCalls } from "./hosting/templates.ts";
import { uploadCalls } from "./hosting/uploads.ts";
import { chainErrorCounts } from "./operator/chain-errors.ts";
import { feedbackImage } from "./operator/feedback-image.ts";
import { ledgerReport } from "./operator/ledger.ts";
import { assistantCalls } from "./assistant/assistant.ts";
import { activityCalls } from "./rewards/activity-calls.ts";
import { changelogCalls } from "./rewards/changelog-calls.ts";
import { questCalls } from "./rewards/quest-calls.ts";
import { referralCalls } from "./rewards/referral-calls.ts";
import { aiKeyCalls } from "./ai-rpc/key-calls.ts";
import { boostCalls } from "./boost/calls.ts";
import { rollupPublicCalls } from "./raas/public-calls.ts";
import { rollupCalls } from "./raas/rollup-calls.ts";
import { rpcKeyCalls } from "./rpc/key-calls.ts";
import { rpcStatCalls } from "./rpc/stat-calls.ts";

export const calls: readonly CallSpec[] = [
  ...sessionCalls,
  ...profileCalls,
  ...deviceSessionCalls,
  ...mergeCalls,
  ...walletCalls,
  ...deletionCalls,
  ...bindCalls,
  ...activationCalls,
  ...zkSyncActivationCalls,
  ...pointCalls,
  ...activityCalls,
  ...referralCalls,
  ...questCalls,
  ...changelogCalls,
  ...depositCalls,
  ...recordCalls,
  ...analyticsCalls,
  ...voucherCalls,
  ...billingCalls,
  ...operationCalls,
  ...teamCalls,
  ...memberCalls,
  ...noticeCalls,
  sendFeedback,
  feedbackImage,
  ledgerReport,
  chainErrorCounts,
  ...emailCalls,
  ...userSettingsCalls,
  ...balanceAlertCalls,
  ...mailboxCalls,
  ...solanaCalls,
  ...faucetCalls,
  askTonFaucet,
  ...miniCalls,
  ...miniSessionCalls,
  ...emulatorCalls,
  ...cloudCalls,
  ...documentCalls,
  ...projectCalls,
  ...deploymentCalls,
  ...domainCalls,
  ...nameDomainCalls,
  ...hookCalls,
  ...uploadCalls,
  ...authTokenCalls,
  ...openCalls,
  ...repositoryCalls,
  ...codeHostCalls,
  ...templateCalls,
  ...bucketCalls,
  ...bucketDomainCalls,
  ...arweaveCalls,
  ...gatewayCalls,
  ...ipnsCalls,
  ...pinCalls,
  ...accessKeyCalls,
  ...snapshotCalls,
  ...rpcKeyCalls,
  ...rpcStatCalls,
  ...rollupCalls,
  ...rollupPublicCalls,
  ...aiKeyCalls,
  ...assistantCalls,
  ...boostCalls,
];
