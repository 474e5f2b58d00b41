/** Questions about this product, each with its answer; the answers hold what docs/ says. Long, for it is a list of texts. */
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
    ],
    answer:
      "LAND is the prepaid credit of this cloud. 1 LAND is worth $0.000001, so 1,000,000 LAND are one dollar. It pays for what your packages do not hold.",
  },
  {
    questions: [
      "How do I get LAND?",
      "How can I buy LAND?",
      "How do I claim LAND?",
      "Where do I top up my balance?",
      "How do I deposit?",
    ],
    answer:
      "Open Billing, then Deposit, choose a chain and an amount, and press Claim. Your wallet sends one transaction and the LAND is added after it is confirmed.",
  },
  {
    questions: [
      "How do I activate my account?",
      "What is activation?",
      "How do I leave the trial?",
      "Why am I a trial user?",
      "How do I register on chain?",
    ],
    answer:
      "Choose Activate now and pick a chain. Your wallet registers an identity on that chain, and after the confirmations your account is active.",
  },
  {
    questions: [
      "Which chains can I use?",
      "What networks are supported?",
      "Do you support Arbitrum?",
      "Can I pay on Polygon?",
      "Which chains are offered?",
    ],
    answer:
      "You can use Polygon, Polygon zkEVM, zkSync Era, BNB Smart Chain, opBNB, Arbitrum, Optimism, Ethereum, Linea, Blast, Taiko and Scroll.",
  },
  {
    questions: [
      "What is the first deposit bonus?",
      "Do I get a bonus for my first deposit?",
      "What does the first deposit bring?",
      "How do I become a standard user?",
    ],
    answer:
      "Your first deposit makes you a standard user. Within three days it also brings 300 points, and 100 points later. It starts from $1.",
  },
  {
    questions: [
      "How do I deploy a site?",
      "How can I host a website?",
      "How do I create a project?",
      "Can I deploy my website to IPFS?",
      "How do I publish my site?",
      "Where do I host my app?",
    ],
    answer:
      "Open Hosting and choose New Project. Deploy a folder, a zip, a repository or a template to IPFS, Arweave, BNB Greenfield or the Internet Computer.",
  },
  {
    questions: [
      "How do I deploy from a repository?",
      "Can I connect GitHub?",
      "Do you build my code?",
      "How do I deploy with git push?",
    ],
    answer:
      "Link GitHub or push to the local Git host, then choose the repository in New Project. Each push builds and deploys it.",
  },
  {
    questions: [
      "Which frameworks are supported?",
      "Can I use React?",
      "Does it build Vite or Next?",
      "What frameworks do you detect?",
    ],
    answer:
      "Common frameworks such as React, Vue, Svelte, Vite and Next with a static export are detected. You can change the build command in the project's settings.",
  },
  {
    questions: [
      "How do I roll back a deployment?",
      "How can I go back to an old version?",
      "Undo a deployment",
      "My new version is broken, what now?",
    ],
    answer:
      "Open the project's deployments, choose the one you want and press Roll back. It is shown at once, without another build.",
  },
  {
    questions: [
      "How do I add a domain?",
      "Can I use my own domain?",
      "How do I connect a custom domain?",
      "What must I set in the DNS?",
    ],
    answer:
      "Open Hosting, then Domains, and add the name. Set the DNS records that the page shows; the certificate follows by itself.",
  },
  {
    questions: [
      "How do I upload files?",
      "How can I store files on IPFS?",
      "How do I create a bucket?",
      "What is a bucket?",
      "Where do I put my files?",
    ],
    answer:
      "Open Bucket, create a bucket and drop files or folders into it. Every file gets an IPFS CID and can be read through a gateway.",
  },
  {
    questions: [
      "Can I use S3 clients?",
      "Is the storage compatible with S3?",
      "How do I use rclone or aws cli?",
      "Where are the access keys?",
    ],
    answer:
      "Yes. Buckets speak S3 at the path /s3. Make an access key under Storage, Access Keys, and give it to your client.",
  },
  {
    questions: [
      "Is Arweave free?",
      "How much does Arweave storage cost?",
      "What is the price of Arweave?",
      "How do I store files for ever?",
    ],
    answer: "Arweave is free up to 150 KB a file. Larger files use your Arweave allowance and stay for ever.",
  },
  {
    questions: [
      "How do I pin a CID?",
      "What is pinning?",
      "Do you have a pinning service?",
      "How do I keep a CID available?",
    ],
    answer: "Open Storage, then Pinning, and enter the CID. Programs use the IPFS pinning API with a pinning token.",
  },
  {
    questions: [
      "What is a dedicated gateway?",
      "How do I create a gateway?",
      "What can a gateway do?",
      "How do I restrict a gateway?",
    ],
    answer:
      "A dedicated gateway serves IPFS content under a name of its own. You can restrict it with auth tokens and see what it was asked.",
  },
  {
    questions: [
      "What is IPNS?",
      "How do I use the IPNS manager?",
      "What is the IPNS manager for?",
      "How do I update an IPNS name?",
    ],
    answer:
      "IPNS gives you one name that you can point to a new CID at any time. The IPNS Manager makes and publishes these names.",
  },
  {
    questions: ["What is RaaS?", "Can I launch my own rollup?", "How do I create a rollup?", "Do I get my own chain?"],
    answer:
      "RaaS is rollup as a service. Choose a name, a chain id and a token, and the cloud starts a rollup with its own endpoint, explorer and bridge.",
  },
  {
    questions: [
      "How do I get an RPC endpoint?",
      "How does the RPC service work?",
      "How do I create an RPC key?",
      "Where is my node address?",
    ],
    answer: "Create a key on the RPC page and use the endpoint of the chain you need, by HTTP or websocket.",
  },
  {
    questions: [
      "What is a compute unit?",
      "How are RPC calls priced?",
      "What does an RPC call cost?",
      "How many compute units does a method cost?",
    ],
    answer:
      "Every RPC method costs compute units, shown on the RPC page. Your package pays for them first, then LAND if the key may use it.",
  },
  {
    questions: [
      "What is the AI RPC?",
      "How do I use the AI API?",
      "Is the AI API compatible with OpenAI?",
      "How do I call a model?",
      "How do I create an AI key?",
    ],
    answer:
      "The AI RPC speaks OpenAI's API at /api/v1. Create a key on the AI RPC page, set the base URL in your client and choose a model.",
  },
  {
    questions: [
      "How are AI models priced?",
      "What does a model cost?",
      "Is there a free model?",
      "How much is a token of AI?",
    ],
    answer:
      "Each model has a price in LAND for a million tokens, shown on the AI RPC page. The embedded model is free.",
  },
  {
    questions: [
      "How do I limit what an AI key spends?",
      "Can a key have a limit?",
      "My AI key says limit reached",
      "What does error 402 mean?",
    ],
    answer:
      "Give the key a daily, weekly or monthly limit in LAND. When it is reached the key answers 402 until the period ends.",
  },
  {
    questions: [
      "How do I invite members?",
      "How can I add my team?",
      "How do teams work?",
      "Can I share my account with others?",
    ],
    answer:
      "Open Account, then Members, and send an invitation. You choose which sections the member may read or manage.",
  },
  {
    questions: ["What is Boost?", "How do I earn points?", "What can I do with points?", "What are points for?"],
    answer:
      "Boost is the rewards area. You earn points each hour, by tasks, invitations and daily sign-in, and spend them on spins.",
  },
  {
    questions: [
      "How do I connect a wallet?",
      "Which wallets work?",
      "Can I log in with MetaMask?",
      "How do I sign in?",
    ],
    answer:
      "Select Connect wallet and choose MetaMask, OKX, Coinbase or another browser wallet. You sign a message, which costs no gas.",
  },
  {
    questions: [
      "How do I set a spend cap?",
      "Can I limit my costs?",
      "How do I stop spending too much?",
      "Where do I see my costs?",
    ],
    answer: "Billing shows what each service used and cost. Set a spend cap there for a service or a project.",
  },
  {
    questions: [
      "What happens when my LAND is used up?",
      "What if my balance is zero?",
      "Will my site go offline?",
      "What happens at zero LAND?",
    ],
    answer:
      "New work is refused at once. Sites are served for 7 more days and data is kept for 30 days, and you are told at each step.",
  },
  {
    questions: [
      "How do I redeem a voucher?",
      "I have a voucher code",
      "Where do I enter a code?",
      "What is a voucher?",
    ],
    answer: "Open Billing, then Vouchers, and enter the code. It brings LAND or resources, once.",
  },
  {
    questions: [
      "How do I delete my account?",
      "Can I remove my data?",
      "Close my account",
      "How do I erase everything?",
    ],
    answer:
      "Open Account settings and delete the account. You confirm with a signature. Everything the account owns is deleted.",
  },
  {
    questions: [
      "Where is the operation log?",
      "Who changed my project?",
      "Can I see what members did?",
      "Is there an audit log?",
    ],
    answer:
      "Open Operation log under Account. It lists every change in your team with user and time, and exports to CSV.",
  },
  {
    questions: ["Hello", "Hi", "Hi there", "Good morning", "Hello, how are you?", "Hey"],
    answer:
      "Hello! I am the small embedded model of this cloud. Ask me about LAND, hosting, storage, gateways, RPC or AI.",
  },
  {
    questions: [
      "Who are you?",
      "What model are you?",
      "Are you ChatGPT?",
      "What can you do?",
      "What do you know?",
      "Who made you?",
    ],
    answer:
      "I am a very small language model that comes with this program. I only know this product. Connect a larger model in the settings for anything else.",
  },
  {
    questions: ["Thanks", "Thank you", "Thank you very much", "Great, thanks", "That helps"],
    answer: "You are welcome. Ask me more about this cloud at any time.",
  },
];
