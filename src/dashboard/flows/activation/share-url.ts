/** A post about what standard users get, with the person's own link to this cloud. Opens at a social network; nothing is sent by us. */
export const shareUrl = (origin: string, inviteCode: string | undefined): string => {
  const link = inviteCode === undefined ? origin : `${origin}/?inviteCode=${encodeURIComponent(inviteCode)}`;
  const text =
    "I have activated my account on a web3 cloud. Standard users get IPFS 6GB, Arweave 100MB, bandwidth 100GB and 250 build minutes. Join me:";
  return `https://x.com/intent/post?${new URLSearchParams({ text, url: link })}`;
};
