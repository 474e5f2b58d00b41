/** Questions about Freehold with the answer to each. Answers repeat facts from docs/. Long because it is a list of texts. */
interface Topic {
  readonly questions: readonly string[];
  readonly answer: string;
}

export const topics: readonly Topic[] = [
  {
    questions: [
      "What is LAND?",
      "Tell me about LAND",
      "What does LAND mean?",
      "Explain the LAND balance",
      "How much is one LAND worth?",
      "What is the price of LAND?",
    ],
    answer:
      "LAND is Freehold's prepaid balance. 1,000,000 LAND cost one US dollar. Packages pay first, LAND pays for the rest.",
  },
  {
    questions: [
      "How do I get LAND?",
      "How can I buy LAND?",
      "How do I claim LAND?",
      "Where do I top up my balance?",
      "How do I add LAND to my balance?",
      "How do I deposit?",
    ],
    answer:
      "Open Deposit, choose a chain and an amount, and confirm in your wallet. The LAND is credited after the chain's confirmations.",
  },
  {
    questions: [
      "How do I activate my account?",
      "What is activation?",
      "How do I end the trial?",
      "Why am I a trial user?",
      "How do I register on chain?",
    ],
    answer:
      "A trial lasts 7 days. To activate your account, open the menu of your avatar, select Activate account and choose a chain. You pay only the network fee.",
  },
  {
    questions: [
      "Which chains can I use?",
      "Which chains can I pay on?",
      "What networks are supported?",
      "Do you support Arbitrum?",
      "Can I pay on Polygon?",
      "List the chains",
    ],
    answer:
      "You can pay on Polygon, Polygon zkEVM, zkSync Era, BNB Smart Chain, opBNB, Arbitrum, Optimism, Ethereum, Linea, Blast, Taiko and Scroll.",
  },
  {
    questions: [
      "What is a local chain?",
      "Are the coins real?",
      "Where do I get test coins?",
      "Is this a test network?",
      "How do I connect public chains?",
    ],
    answer:
      "By default the chains are local and their coins are free and worth nothing. Operators connect public chains with EVM_CHAINS_FILE.",
  },
  {
    questions: [
      "What is the first deposit bonus?",
      "Do I get a bonus for my first deposit?",
      "What does the first deposit unlock?",
      "How do I become a standard user?",
    ],
    answer:
      "Deposits of $1 or more give your team the Standard package and dedicated gateways. The first deposit earns 300 rewards points within three days, 100 later.",
  },
  {
    questions: [
      "What is a package?",
      "Which packages are there?",
      "What does my package include?",
      "How much storage is free?",
      "What is my monthly allowance?",
      "Explain packages",
    ],
    answer:
      "A package is an allowance of storage, bandwidth, build time and compute units: Trial for 7 days, Free after activation, Standard after deposits of $1.",
  },
  {
    questions: [
      "How do I deploy a site?",
      "How can I host a website?",
      "How do I create a project?",
      "Can I deploy my website to IPFS?",
      "How do I publish my site?",
      "Where do I host my app?",
      "Deploy a folder",
      "How do I upload my website?",
    ],
    answer:
      "Open Projects and select New project. Choose a folder, a zip file, a repository, a template or IPFS content, enter a name and select Deploy.",
  },
  {
    questions: [
      "How do I deploy from a repository?",
      "Can I connect GitHub?",
      "Do you build my code?",
      "How do I deploy with git push?",
      "Deploy from GitHub",
    ],
    answer:
      "Push your repository to Freehold or link GitHub, then select New project → Repository. With Deploy on push, every push queues a deployment.",
  },
  {
    questions: [
      "What is a deploy token?",
      "How do I create a deploy token?",
      "Which password does git push need?",
      "How do I deploy from a terminal?",
    ],
    answer:
      "Open Deploy tokens and create a token. It is shown once. Use it as the password of git push, or to deploy from a terminal.",
  },
  {
    questions: [
      "Which frameworks are supported?",
      "Can I use React?",
      "Does it build Vite or Next.js?",
      "What frameworks do you detect?",
    ],
    answer:
      "Freehold detects common frameworks such as React, Vue, Svelte, Vite and Next.js. You can change the install command, build command and output directory.",
  },
  {
    questions: [
      "What is a branch preview?",
      "How do I preview a branch?",
      "Can I deploy another branch?",
      "Where do I see my feature branch?",
      "Explain previews",
    ],
    answer:
      "A branch preview is a deployment of another branch at its own host name. Later pushes update the same address.",
  },
  {
    questions: [
      "What is a deploy hook?",
      "How do I create a deploy hook?",
      "Can I start a deployment with a URL?",
      "How do I deploy from a timer?",
    ],
    answer:
      "A deploy hook is a URL that deploys one branch on a POST request. Create it in the project under Settings → Git. It is shown once.",
  },
  {
    questions: [
      "How do I roll back a deployment?",
      "How can I go back to an old version?",
      "Undo a deployment",
      "My new version is broken, what now?",
      "Roll back my site",
    ],
    answer:
      "Open the project's deployments and select Roll back on the version you want. It is live at once, without another build.",
  },
  {
    questions: [
      "What is a template?",
      "How do I use a template?",
      "Can I create a site without code?",
      "Which templates are there?",
    ],
    answer:
      "A template is a finished site with a form. Select New project → Template, choose one, fill in the form and select Deploy.",
  },
  {
    questions: [
      "How do I add a domain?",
      "Can I use my own domain?",
      "How do I connect a custom domain?",
      "Which DNS records do I need?",
      "Add a domain",
      "When does a domain get its certificate?",
    ],
    answer:
      "Open Site domains and select Add domain. Enter the domain, select the project, add the DNS records shown, then select Check now.",
  },
  {
    questions: [
      "How do I upload files?",
      "How can I store files on IPFS?",
      "How do I create a bucket?",
      "What is a bucket?",
      "Where do I put my files?",
      "Create a bucket",
      "Explain buckets",
    ],
    answer:
      "Open Buckets, select Create bucket and upload your files. Every file also has an IPFS CID, and any S3 client can read and write the bucket.",
  },
  {
    questions: [
      "Can I use S3 clients?",
      "Which S3 clients work with buckets?",
      "Is the storage compatible with S3?",
      "How do I use rclone or aws-cli?",
      "How do I create an access key?",
      "Is there an S3 endpoint?",
    ],
    answer:
      "Any S3 client works unchanged, such as aws-cli and rclone. Create a key on Access keys. The endpoint is the instance's address with /s3.",
  },
  {
    questions: [
      "How do I show a bucket under a domain?",
      "What is a bucket domain?",
      "How do I make a bucket public?",
      "Can I serve a bucket's files publicly?",
    ],
    answer:
      "Open Bucket domains and select Add domain. Enter the domain, select the bucket and set the DNS records shown. This makes the bucket public.",
  },
  {
    questions: [
      "Is Arweave free?",
      "How much does Arweave storage cost?",
      "What is the price of Arweave?",
      "What are Arweave uploads?",
      "How do I store files permanently?",
      "Explain Arweave",
    ],
    answer:
      "Arweave keeps content forever. Files up to 150 KB are free. A larger file uses the team's Arweave allowance first, then LAND.",
  },
  {
    questions: [
      "How do I pin a CID?",
      "What is pinning?",
      "Do you have a pinning service?",
      "How do I keep a CID available?",
      "Pin a CID",
      "Explain pinning",
    ],
    answer:
      "Open Pinning, then enter a CID or upload a CAR file. Pinned content is public. Clients of the pinning service API need a token from the same page.",
  },
  {
    questions: [
      "What is a dedicated gateway?",
      "How do I create a gateway?",
      "What can a gateway do?",
      "Why can't I create a gateway?",
      "Explain gateways",
      "Create a gateway",
    ],
    answer:
      "A dedicated gateway is a host name of your team that serves IPFS content. Create it on Dedicated gateways. The team's first deposit standing it.",
  },
  {
    questions: [
      "Who may use a private gateway?",
      "What is a private gateway?",
      "What is a gateway token?",
      "How do I restrict a gateway?",
    ],
    answer:
      "A private gateway serves your team's own content only, and only with a token from Gateway tokens. You can also limit origins, user agents and rates.",
  },
  {
    questions: [
      "What is IPNS?",
      "What is an IPNS name?",
      "How do I create an IPNS name?",
      "What are IPNS names for?",
      "How do I update an IPNS name?",
      "Tell me about IPNS",
      "Create an IPNS name",
    ],
    answer:
      "IPNS publishes changing content under an address that stays the same. Create a name on IPNS names, enter a target, and publish again to change it.",
  },
  {
    questions: [
      "What is a rollup?",
      "Can I launch my own rollup?",
      "How do I create a rollup?",
      "Do I get my own chain?",
      "Explain rollups",
      "Start my own chain",
      "Tell me about rollups",
    ],
    answer:
      "A rollup is your own chain with an explorer and a bridge. Open Rollups, select New rollup, choose a stack, a name and a chain ID, and pay.",
  },
  {
    questions: [
      "How is a rollup paid for?",
      "What does a rollup cost?",
      "How much is a rollup?",
      "Is there a free rollup trial?",
    ],
    answer:
      "A rollup is paid for in LAND for a term: 18,000,000 LAND for a day, 1,500,000,000 LAND for 93 days. A 2-hour trial is free, once per account.",
  },
  {
    questions: [
      "How do operators answer rollup applications?",
      "Where do I review rollup requests?",
      "What are rollup requests?",
    ],
    answer:
      "Operators open Rollup requests and answer an application with a price and a term, or with a reason for declining.",
  },
  {
    questions: [
      "How do I get an RPC endpoint?",
      "How does the RPC service work?",
      "How do I create an RPC key?",
      "Where is my node address?",
      "Create an RPC key",
    ],
    answer:
      "Open RPC keys and create a key. It calls EVM chains over HTTP or websockets. The Endpoints tab lists each chain's address.",
  },
  {
    questions: [
      "What is a compute unit?",
      "How are RPC calls priced?",
      "What does an RPC call cost?",
      "How many compute units does a method cost?",
      "Explain compute units",
    ],
    answer:
      "A compute unit is the price unit of the RPC service. Each method costs a fixed number of compute units. Your package pays first, then LAND for a pay-as-you-go key.",
  },
  {
    questions: [
      "What are AI keys?",
      "How do I use the AI API?",
      "Is the AI API compatible with OpenAI?",
      "How do I call a model?",
      "How do I create an AI key?",
      "Create an AI key",
    ],
    answer:
      "Open AI keys and create a key. Any OpenAI client works: set its base URL to the instance's address with /api/v1 and choose a model.",
  },
  {
    questions: [
      "How are AI models priced?",
      "What does a model cost?",
      "Is there a free model?",
      "How much is a token of AI?",
      "Explain the prices of AI models",
    ],
    answer: "Each paid model has its own price per token in LAND. The embedded model is free.",
  },
  {
    questions: [
      "How do I limit what an AI key spends?",
      "Can a key have a limit?",
      "My AI key says limit reached",
      "What does error 402 mean?",
    ],
    answer:
      "Set limits in LAND for a day, a week or a month, and choose the models the key may use. If a limit is reached, requests answer 402.",
  },
  {
    questions: [
      "What is the embedded model?",
      "What is freehold-docs-0.4m?",
      "Why are the answers wrong?",
      "How do I add a larger model?",
    ],
    answer:
      "The embedded model is included so that a first call works without any other server. It knows only this product and is often wrong. Operators connect more models.",
  },
  {
    questions: [
      "How do I invite members?",
      "How can I add my team?",
      "How do teams work?",
      "Can I share my account with others?",
      "Invite a member",
      "How do I add a colleague?",
      "How do I add a user to my team?",
    ],
    answer:
      "Open Members and select Invite members. Invite by wallet address, by email or with a link, and choose read or manage access for each section.",
  },
  {
    questions: [
      "What is Boost?",
      "How do I earn Boost points?",
      "What can I do with Boost points?",
      "How does Boost work?",
      "Explain Boost",
    ],
    answer:
      "Boost is a points program. Your node earns points per hour: collect them, explore other nodes, complete tasks, invite friends, spin and stake.",
  },
  {
    questions: [
      "What is the Task hub?",
      "How do I earn rewards points?",
      "What are rewards points for?",
      "How do I refer a friend?",
    ],
    answer:
      "Collect rewards points for tasks in Task hub, for quests in Elite quest and for invited friends in Referral. Rewards points can't be spent yet.",
  },
  {
    questions: [
      "How do I connect a wallet?",
      "Which wallets work?",
      "Can I log in with MetaMask?",
      "How do I sign in?",
      "Which wallets can I connect?",
      "Which wallets are supported?",
    ],
    answer:
      "Select Sign in with your wallet and choose MetaMask, OKX Wallet, Coinbase Wallet or another wallet. You sign a message, and signing is free.",
  },
  {
    questions: [
      "How do I set a spend cap?",
      "Can I limit my costs?",
      "How do I stop spending too much?",
      "What is a spend cap?",
      "Add a spend cap",
      "Explain spend caps",
    ],
    answer:
      "Open Billing and add a spend cap for a service, project, bucket or gateway. It is the most LAND that it may cost in a calendar month.",
  },
  {
    questions: [
      "Where do I see my costs?",
      "Where is my monthly bill?",
      "How do I export transactions?",
      "Where are my transactions?",
    ],
    answer:
      "Open Transactions for monthly bills, hourly transactions and the deposit history. Each view can be exported as CSV.",
  },
  {
    questions: [
      "How do I buy storage?",
      "Can I buy build time?",
      "How do I buy resources?",
      "Can I get more bandwidth?",
    ],
    answer: "Buy resources sells build time, bandwidth and storage at a fixed dollar price, paid in a chain's coin.",
  },
  {
    questions: [
      "What happens when the balance is zero?",
      "What happens when my LAND is used up?",
      "What if my balance is zero?",
      "Will my site go offline?",
    ],
    answer:
      "When the balance is zero, new work is refused at once. Sites stay online for 7 days and data is kept for 30 days. The owner gets a notice at each step.",
  },
  {
    questions: [
      "How do I redeem a voucher?",
      "I have a voucher code",
      "Where do I enter a code?",
      "What is a voucher?",
      "Redeem a voucher",
    ],
    answer: "To redeem a voucher, open Billing and enter its code. It adds LAND or resources, once for each team.",
  },
  {
    questions: [
      "How do I delete my account?",
      "Can I remove my data?",
      "Close my account",
      "How do I erase everything?",
      "Delete my account",
    ],
    answer:
      "Open Account settings and select Delete account. Your projects go offline, and everything you own is permanently deleted.",
  },
  {
    questions: [
      "Where is the operation log?",
      "What does the operation log record?",
      "Who changed my project?",
      "Can I see what members did?",
      "Is there an audit log?",
      "Explain the operation log",
    ],
    answer:
      "The Operation log records every change in the team with its user, IP address and source. You can export it as CSV.",
  },
  {
    questions: [
      "What is a webhook?",
      "How do I create a webhook?",
      "How do I get notified of deployments?",
      "Can you call my server?",
      "Add a webhook",
      "Explain webhooks",
    ],
    answer:
      "Open Account settings, then Webhook, enter a URL and choose events. Each event is sent as a signed POST request.",
  },
  {
    questions: [
      "What does the explorer show?",
      "How do I use the bridge?",
      "What is the bridge?",
      "How do I move coins to my rollup?",
    ],
    answer:
      "A rollup's explorer shows its blocks, transactions and addresses. Its bridge moves coins between the rollup and its settlement chain.",
  },
  {
    questions: [
      "What is Freehold?",
      "What does Freehold do?",
      "Tell me about Freehold",
      "What is this product?",
      "What can I do here?",
    ],
    answer:
      "Freehold is a self-hosted web3 cloud: sites, S3 storage on IPFS and Arweave, gateways, RPC keys, rollups and AI keys, paid from one prepaid balance.",
  },
  {
    questions: ["Hello", "Hi", "Hi there", "Good morning", "Hello, how are you?", "Hey", "Good evening"],
    answer: "Hello! I'm Freehold's embedded model. Ask me about LAND, hosting, storage, gateways, rollups, RPC or AI.",
  },
  {
    questions: [
      "Who are you?",
      "What model are you?",
      "Are you ChatGPT?",
      "What can you do?",
      "What do you know?",
      "Who made you?",
      "Who is your maker?",
    ],
    answer:
      "I'm a very small language model included with Freehold, and I only know this product. Connect a larger model for anything else.",
  },
  {
    questions: ["Thanks", "Thank you", "Thank you very much", "Great, thanks", "That helps"],
    answer: "You're welcome. Ask me anything else about Freehold.",
  },
];
