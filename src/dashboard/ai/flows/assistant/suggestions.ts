/** Questions that the documentation answers, by screen. A test asks them all. */

const byScreen: Readonly<Record<string, readonly string[]>> = {
  projects: ["How do I deploy from a repository?", "What is a branch preview?", "How do I add a domain?"],
  deployments: ["How does the build work?", "What is a branch preview?"],
  domains: ["How do I add a domain?", "When does a domain get its certificate?", "How do redirects work?"],
  "auth-tokens": ["How do I deploy from continuous integration?", "How do I deploy from a terminal?"],
  buckets: ["Which S3 clients work with buckets?", "How do I show a bucket under a domain?"],
  "access-keys": ["Which S3 clients work with buckets?", "What may an access key do?"],
  "bucket-domains": ["How do I show a bucket under a domain?", "How do I add a domain?"],
  arweave: ["Is Arweave free?", "What is the local weave?"],
  pins: ["How do I pin a CID?", "Where does pinned content come from?"],
  gateways: ["What is a dedicated gateway?", "Who may use a private gateway?"],
  "gateway-tokens": ["Who may use a private gateway?", "What is a dedicated gateway?"],
  "ipns-names": ["What is IPNS?", "How do I publish a name from code?"],
  "rpc-keys": ["What is a compute unit?", "Which errors does the RPC service answer?", "What does RPC cost?"],
  "ai-keys": ["How do I limit what an AI key spends?", "How are AI models priced?", "Which model runs on this server?"],
  "ai-model": ["How are AI models priced?", "Which model runs on this server?"],
  rollups: ["What is a rollup?", "How is a rollup paid for?", "How do I connect my own rollup stack?"],
  "rollup-order": ["Which chain IDs are available?", "How is a rollup paid for?", "What is a rollup?"],
  explorer: ["What does the explorer show?", "What is a rollup?"],
  bridge: ["How do a deposit and a withdrawal work?", "What is a rollup?"],
  billing: ["What is LAND?", "How do I set a spend cap?", "What happens when the balance is zero?"],
  deposit: ["What is LAND?", "Which chains can I pay on?"],
  claim: ["What is LAND?", "Which chains can I pay on?"],
  records: ["How is use charged?", "How do I set a spend cap?"],
  members: ["How do I invite members?", "What does the operation log record?"],
  "operation-log": ["What does the operation log record?", "How do I invite members?"],
};
const general: readonly string[] = ["What is LAND?", "How do I deploy a site?", "How do I invite members?"];

/** Returns the suggestions for the resource or page of that name. */
export const suggestionsFor = (screen: string | undefined): readonly string[] =>
  (screen !== undefined && byScreen[screen]) || general;

export const allSuggestions = (): readonly string[] => [...new Set([...Object.values(byScreen).flat(), ...general])];
