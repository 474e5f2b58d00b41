import type { FastifyInstance } from "fastify";
import { AppError } from "../app-error.ts";
import type { Auth } from "../services/auth/service.ts";
import { avatarPath } from "../services/avatar-url.ts";

/** Serves users' avatars. The content of a URL never changes, and no browser runs it as code. */
export const serveAvatars = (app: FastifyInstance, read: Auth["avatar"]): void => {
  app.get<{ Params: { id: string } }>(`${avatarPath}:id`, async ({ params }, reply) => {
    const image = await read(params.id);
    if (!image) throw new AppError("NOT_FOUND");
    return reply
      .type(image.type)
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("x-content-type-options", "nosniff")
      .header("content-security-policy", "default-src 'none'; sandbox")
      .header("cross-origin-resource-policy", "same-origin")
      .send(image.bytes);
  });
};
