/** Snippets on the Auth tokens page. docs/reference/command-line.md and examples/ci contain the same. */

export const terminalCommands = (origin: string): string =>
  [
    `curl -fsSO ${origin}/cli/freehold.mjs`,
    `node freehold.mjs login ${origin}`,
    "node freehold.mjs link",
    "node freehold.mjs deploy dist",
  ].join("\n");

export const scriptCommands = (origin: string): string =>
  [
    `curl -H "token: $FREEHOLD_TOKEN" -F name=my-site ${origin}/api/open/project`,
    `curl -H "token: $FREEHOLD_TOKEN" -F projectId=<projectId> -F file=@site.zip ${origin}/api/open/deploy`,
  ].join("\n");

/** Returns a GitHub Actions workflow. Passes the message through the environment to prevent shell injection. */
export const workflow = (origin: string): string => `name: Deploy
on:
  push:
    branches: [main]
concurrency: deploy
jobs:
  deploy:
    runs-on: ubuntu-latest
    env:
      FREEHOLD_HOST: ${origin}
      FREEHOLD_TOKEN: \${{ secrets.FREEHOLD_TOKEN }}
      MESSAGE: \${{ github.event.head_commit.message }}
    steps:
      - uses: actions/checkout@v5
      - uses: actions/setup-node@v5
        with:
          node-version: 24
      - run: npm ci
      - run: npm run build
      - run: curl -fsSO "$FREEHOLD_HOST/cli/freehold.mjs"
      - run: node freehold.mjs deploy dist --project my-site --create --message "$MESSAGE"
`;
