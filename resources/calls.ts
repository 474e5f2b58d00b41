/** All calls other than the resources' verbs. Screens import calls from their declarations. */
import { emulatorCalls } from "./devnet/emulator.ts";
import { miniSessionCalls } from "./account/mini-session.ts";
import { documentCalls } from "./operator/documents.ts";
import { cloudCalls } from "./operator/overview.ts";
import { balanceAlertCalls } from "./account/balance-alert.ts";
import { serviceAlertCalls } from "./account/service-alerts.ts";
import { emailCalls } from "./account/email.ts";
import { sendFeedback } from "./account/feedback.ts";
import { userSettingsCalls } from "./account/email-settings.ts";
import { mailboxCalls } from "./devnet/mailbox.ts";
import { memberCalls } from "./account/teams/member-calls.ts";
import { noticeCalls } from "./account/notices.ts";
import { operationCalls } from "./account/operation-log/operation-calls.ts";
import { activationCalls } from "./chains/activation.ts";
import { zkSyncActivationCalls } from "./chains/zksync-activation.ts";
import { bindCalls } from "./account/bind.ts";
import { deletionCalls } from "./account/deletion.ts";
import { pointCalls } from "./rewards/points.ts";
import { profileCalls } from "./account/profile.ts";
import { sessionCalls } from "./account/session.ts";
import { deviceSessionCalls } from "./account/sessions.ts";
import { solanaCalls } from "./account/solana.ts";
import { teamNameCalls } from "./account/teams/team-name.ts";
import { teamCalls } from "./account/teams/teams.ts";
import { mergeCalls } from "./account/merge.ts";
import { walletCalls } from "./account/wallets.ts";
import { accessKeyCalls } from "./storage/access-key-calls.ts";
import { billingCalls } from "./billing/account-calls.ts";
import { analyticsCalls } from "./billing/analytics-calls.ts";
import { depositCalls } from "./billing/deposit-calls.ts";
import { recordCalls } from "./billing/record-calls.ts";
import { voucherCalls } from "./billing/vouchers.ts";
import { bucketCalls } from "./storage/bucket-calls.ts";
import { findFiles } from "./storage/find-files.ts";
import { bucketRuleCalls } from "./storage/bucket-rules.ts";
import { bucketDomainCalls } from "./storage/domain-calls.ts";
import { snapshotCalls } from "./storage/snapshots.ts";
import { arweaveCalls } from "./storage/arweave-calls.ts";
import type { CallSpec } from "./declare/define.ts";
import { gatewayCalls } from "./gateway/gateway-calls.ts";
import { ipnsCalls } from "./gateway/ipns-calls.ts";
import { pinCalls } from "./storage/pin-calls.ts";
import { siteCalls } from "./hosting/analytics.ts";
import { authTokenCalls } from "./hosting/auth-tokens.ts";
import { codeHostCalls } from "./hosting/repositories/code-host.ts";
import { deploymentCalls } from "./hosting/deployment-calls.ts";
import { faucetCalls } from "./chains/faucet.ts";
import { miniCalls } from "./billing/mini-calls.ts";
import { askTonFaucet } from "./chains/ton-faucet.ts";
import { domainCalls } from "./hosting/domains/domain-calls.ts";
import { nameDomainCalls } from "./hosting/domains/name-services.ts";
import { hookCalls } from "./hosting/hooks.ts";
import { openCalls } from "./hosting/open-api.ts";
import { projectCalls } from "./hosting/project-calls.ts";
import { repositoryCalls } from "./hosting/repositories/repositories.ts";
import { templateCalls } from "./hosting/templates/templates.ts";
import { uploadCalls } from "./hosting/uploads.ts";
import { chainErrorCounts } from "./operator/chain-errors.ts";
import { instanceStatus } from "./operator/instance-status.ts";
import { systemState } from "./operator/processes.ts";
import { feedbackImage } from "./operator/feedback-image.ts";
import { ledgerReport } from "./operator/ledger.ts";
import { assistantCalls } from "./ai/assistant.ts";
import { activityCalls } from "./rewards/activity-calls.ts";
import { changelogCalls } from "./rewards/changelog-calls.ts";
import { questCalls } from "./rewards/quest-calls.ts";
import { referralCalls } from "./rewards/referral-calls.ts";
import { aiKeyCalls } from "./ai/key-calls.ts";
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
  ...teamNameCalls,
  ...memberCalls,
  ...noticeCalls,
  sendFeedback,
  feedbackImage,
  ledgerReport,
  chainErrorCounts,
  instanceStatus,
  systemState,
  ...emailCalls,
  ...userSettingsCalls,
  ...balanceAlertCalls,
  ...serviceAlertCalls,
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
  ...siteCalls,
  ...authTokenCalls,
  ...openCalls,
  ...repositoryCalls,
  ...codeHostCalls,
  ...templateCalls,
  ...bucketCalls,
  findFiles,
  ...bucketRuleCalls,
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
