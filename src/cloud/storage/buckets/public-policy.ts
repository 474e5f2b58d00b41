/** Returns the policy that lets anyone read a bucket's files; with `lists`, also list them, like the canned ACL `public-read`. */
export const publicReadPolicy = (bucketName: string, { lists }: { readonly lists: boolean }): string => {
  const arn = `arn:aws:s3:::${bucketName}`;
  const statement = (Sid: string, Action: string, Resource: string) => ({
    Sid,
    Effect: "Allow",
    Principal: "*",
    Action,
    Resource,
  });
  return JSON.stringify({
    Version: "2012-10-17",
    Statement: [
      statement("PublicRead", "s3:GetObject", `${arn}/*`),
      ...(lists ? [statement("PublicList", "s3:ListBucket", arn)] : []),
    ],
  });
};
