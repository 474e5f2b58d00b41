/** Constants of the AI RPC service. */
export const aiKeyNameMax = 40;
export const aiKeysPerTeam = 10;
export const aiKeyModelsMax = 100;
export const aiRequestsPerSecond = 20;
export const aiModelIdMax = 120;
export const aiBodyBytesMax = 8 * 1024 * 1024;
/** Models that one request may name, to fall back on. */
export const aiModelsPerRequest = 8;
/** Answers that one request may ask for at once. */
export const aiChoicesMax = 16;
/** Tokens of an answer, where the request sets no limit and its model costs something. */
export const aiAnswerTokens = 4096;
export const aiAnswerTokensMax = 1_000_000;
/** What a picture, sound or file in a request counts for before it is known. */
export const aiAttachmentTokens = 8192;
/** How long the list of a key's requests is kept. */
export const aiActivityDays = 90;
/** In the place of a key's id: what the team asked from the dashboard. */
export const playgroundKey = "playground";
/** Letters of one message in the playground, messages of a conversation, and bytes of it all. */
export const playgroundTextMax = 100_000;
export const playgroundMessagesMax = 200;
export const playgroundBytesMax = 1024 * 1024;
