/** Constants of the AI RPC service. */
export const aiKeyNameMax = 40;
export const aiKeysPerTeam = 10;
export const aiKeyModelsMax = 100;
export const aiRequestsPerSecond = 20;
export const aiModelIdMax = 120;
export const aiBodyBytesMax = 8 * 1024 * 1024;
/** Models that one request can list as fallbacks. */
export const aiModelsPerRequest = 8;
/** Answers that one request can ask for. */
export const aiChoicesMax = 16;
/** Default token limit of an answer from a paid model. */
export const aiAnswerTokens = 4096;
export const aiAnswerTokensMax = 1_000_000;
/** Tokens counted for an attached image, sound or file before its size is known. */
export const aiAttachmentTokens = 8192;
/** Retention of a key's requests. */
export const aiActivityDays = 90;
/** Replaces the key's id for requests from the dashboard. */
export const playgroundKey = "playground";
/** Limits of the playground: characters per message, messages per conversation, and bytes in total. */
export const playgroundTextMax = 100_000;
export const playgroundMessagesMax = 200;
export const playgroundBytesMax = 1024 * 1024;
