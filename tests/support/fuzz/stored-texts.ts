/**
 * Stores hostile texts in every field that one user writes and another one sees, and lists the screens that show them.
 */
import {
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { AbiCoder, concat, id as hashOf } from "ethers";
import { vi } from "vitest";
import { accessCodes } from "../../../resources/declare/access.ts";
import { endedStates } from "../../../resources/hosting/states.ts";
import { teamOfActors } from "../account/actors.ts";
import { craftedRepository } from "../git/crafted-repository.ts";
import { ask } from "../server/http.ts";
import { ownerWith } from "../account/owner.ts";
import { application } from "../chains/raas.ts";
import { runningRollup } from "../chains/running-rollup.ts";
import { s3ClientAt, type KeyPair } from "../storage/s3-user.ts";
import { signIn } from "../account/sign-in.ts";
import { everyPayload, payloads, payloadsWithin } from "./stored-payloads.ts";

/** A screen with texts that must be visible on it. */
export interface Screen {
  readonly path: string;
  readonly shows: readonly string[];
}

const [script, image, svg] = payloads;
const printable = (text: string): boolean => /^[ -~]*$/.test(text);
const asciiPayloads = payloads.filter(printable).join(" ");
/** For parts of URLs, file names and branches, in which spaces and slashes have a meaning. */
const branch = `"><svg/onload=ran=1>`;

export const storeTexts = async () => {
  const { cloud, url, users } = await teamOfActors({ DEVELOPMENT_PAGES: "on", EVM_BLOCK_MS: "20" });
  const { owner, operator, manages } = users;
  const team = ownerWith(url, owner.teamToken);
  const user = ownerWith(url, owner.session);
  const asOperator = ownerWith(url, operator.session);

  const account = async (): Promise<Screen[]> => {
    await user.data("PUT /api/auth/user/profile", { username: image });
    await user.data("POST /api/auth/cooperation/invitations", {
      invitation: { type: "WALLET", target: users.stranger.account.address, access: accessCodes, note: svg },
    });
    await ownerWith(url, manages.session).data("PUT /api/auth/user/profile", { username: script });
    for (const note of payloadsWithin(100))
      await user.data("POST /api/auth/cooperation/invitations", {
        invitation: { type: "LINK", target: "", access: accessCodes, note },
      });
    const webhookUrl = `https://hooks.invalid/?${image}"'${svg}`;
    await user.data("PUT /api/auth/team/webhook", { url: webhookUrl, events: ["member.joined"], active: true });
    const names = payloadsWithin(40);
    // The team's members have tokens already, and their number is limited.
    const authNames = names.slice(0, 4);
    for (const name of authNames) await team.data("POST /api/hosting/user/token/new", { name });
    for (const name of names) await team.data("POST /api/gateway/user/token/new", { name });
    const keyNames = payloadsWithin(60).slice(0, 10);
    for (const name of keyNames) await team.data("POST /api/bucket/user/service-accounts", { name });
    return [
      { path: "/overview", shows: [image] },
      { path: "/account/member", shows: [script, ...payloadsWithin(100)] },
      { path: "/account/config?tab=webhook", shows: [webhookUrl] },
      { path: "/account/operation-log", shows: [image] },
      { path: "/hosting/auth-tokens", shows: authNames },
      { path: "/gateway/auth-token", shows: names },
      { path: "/bucket/access-keys", shows: keyNames },
    ];
  };

  const storage = async (): Promise<Screen[]> => {
    const bucket = "marked-up";
    const client = s3ClientAt(`${url}/s3`, await team.data<KeyPair>("GET /api/bucket/user/sts/assume-role"));
    await client.send(new CreateBucketCommand({ Bucket: bucket }));
    const put = (Key: string, Body: string, more: object = {}) =>
      client.send(new PutObjectCommand({ Bucket: bucket, Key, Body, ...more }));
    for (const key of payloads) await put(key, "hello");
    const described = {
      Metadata: { note: asciiPayloads },
      ContentType: `text/plain; charset="${svg}"`,
      ContentDisposition: `inline; filename="${image}"`,
    };
    await put(`${image}.md`, everyPayload, described);
    await put(`${image}.json`, JSON.stringify({ name: script, description: everyPayload, image: "javascript:ran=1" }));
    await put(`${image}.html`, `<script>top.ran=1</script>${everyPayload}`);
    await put(
      `${image}.svg`,
      `<svg xmlns="http://www.w3.org/2000/svg" onload="top.ran=1"><script>top.ran=1</script></svg>`,
    );
    const tags = payloads.slice(0, 10).map((Value, at) => ({ Key: `${at} ${svg}`, Value }));
    await client.send(new PutObjectTaggingCommand({ Bucket: bucket, Key: `${image}.md`, Tagging: { TagSet: tags } }));
    const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket: bucket, Key: `begun ${svg}` }));
    const part = { Bucket: bucket, Key: `begun ${svg}`, UploadId, PartNumber: 1, Body: Buffer.alloc(1000) };
    await client.send(new UploadPartCommand(part));
    await put(`in ${svg}/file`, "hello");
    await team.data("POST /api/bucket/snapshots", { bucket, prefix: `in ${svg}/` });
    for (const name of payloads) await team.data("POST /api/pinning/user/pins", { cid: "bafkqaaa", name });
    const ipnsNames = payloadsWithin(64);
    for (const name of ipnsNames)
      await team.data("POST /api/ipns/names", { name, value: "/ipfs/bafkqaaa", lifetime: 1 });
    const place = `/bucket/storage/${bucket}/`;
    const file = (ending: string) => `${place}${encodeURIComponent(`${image}.${ending}`)}`;
    return [
      { path: place, shows: payloads.map((key) => key.split("/")[0]!) },
      { path: `${place}?tab=incomplete_uploads`, shows: [`begun ${svg}`] },
      { path: `${place}?tab=snapshots`, shows: [`in ${svg}`] },
      { path: `${place}${encodeURIComponent(`in ${svg}`)}/`, shows: [`in ${svg}`] },
      { path: file("md"), shows: [`${image}.md`, everyPayload, asciiPayloads, ...tags.map(({ Value }) => Value)] },
      { path: file("json"), shows: [script] },
      { path: file("html"), shows: ["<script>top.ran=1</script>"] },
      { path: file("svg"), shows: [`${image}.svg`] },
      { path: "/bucket/pinning-service", shows: payloads },
      { path: "/gateway/ipns", shows: ipnsNames },
    ];
  };

  const gateway = async (): Promise<Screen[]> => {
    await team.data("PUT /api/gateway/gateway", { name: "marked", scope: "public" });
    const agents = payloads.filter(printable);
    for (const agent of agents)
      await ask(cloud.port, `marked.localhost:${cloud.port}`, "/ipfs/bafkqaaa", {
        headers: { "user-agent": agent, referer: `https://a.example/${agent}` },
      });
    await team.data("PUT /api/gateway/marked/useragent", { userAgents: agents });
    return [
      { path: "/gateway/list/marked", shows: [image] },
      { path: "/gateway/list/marked?tab=settings", shows: agents },
    ];
  };

  const keys = async (): Promise<Screen[]> => {
    const { id } = await team.data<{ id: string }>("POST /api/rpc/rpc/manager/keys", {
      name: image,
      notes: `${script} ${svg}`,
      type: "FREE",
    });
    const path = (part: string) => `/rpc/${part}/${encodeURIComponent(image)}/${id}`;
    const agents = payloads.map((value) => ({ type: "agent", value }));
    await team.data(`PUT /api/rpc/rpc/manager/keys/${id}/rules`, { allow: agents, dailyCap: null, atCap: "STOP" });
    const aiNames = payloadsWithin(40).slice(0, 9);
    const made = [];
    for (const name of aiNames)
      made.push(await team.data<{ id: string }>("POST /api/rpc/rpc/ai/manager/keys", { name }));
    return [
      { path: "/rpc?tab=keys", shows: [image, `${script} ${svg}`] },
      { path: path("detail"), shows: [image] },
      { path: path("settings"), shows: [image] },
      { path: `${path("settings")}?tab=allow`, shows: payloads },
      { path: "/ai-rpc?tab=keys", shows: aiNames },
      { path: `/ai-rpc/key/${encodeURIComponent(aiNames[1]!)}/${made[1]!.id}`, shows: [aiNames[1]!] },
    ];
  };

  const hosting = async (): Promise<Screen[]> => {
    const project = (name: string, more: object) =>
      team
        .data<{ projectId: string }>("POST /api/hosting/project", { name, platform: "IPFS", ...more })
        .then(({ projectId }) => projectId);
    const { id: repoId, cloneUrl } = await team.data<{ id: string; cloneUrl: string }>("POST /api/hosting/repo", {
      name: "code",
    });
    const pushUrl = cloneUrl.replace("://", `://me:${owner.authToken}@`);
    const repository = await craftedRepository();
    const tree = [
      ["payloads", { file: `${payloads.join("\n")}\n` }],
      ["index.html", { file: "hello" }],
      [`${branch.replace("/", " ")}.html`, { file: "hello" }],
    ] as const;
    await repository.push(pushUrl, tree, everyPayload);
    const built = await project("built", {
      deployType: "REPOSITORY",
      repoId,
      currentBranch: "main",
      previews: true,
      buildCommand: "cat payloads",
      outputDirectory: "",
      env: payloads.map((value, at) => ({ key: `VALUE_${at}`, value })),
    });
    const deploy = (body: object) =>
      team.data<{ taskId: string }>(`POST /api/hosting/project/${built}/build`, body).then(({ taskId }) => taskId);
    const end = (taskId: string) =>
      vi.waitFor(
        async () => {
          const { state } = await team.data<{ state: string }>(`GET /api/hosting/project/task/object/${taskId}`);
          if (!endedStates.includes(state as never)) throw new Error(`still ${state}`);
        },
        { timeout: 60_000, interval: 100 },
      );
    const taskId = await deploy({});
    await end(taskId);
    await repository.push(pushUrl, tree, svg, branch);
    const hookNames = payloadsWithin(30);
    for (const name of hookNames)
      await team.data(`POST /api/hosting/project/${built}/hooks`, { name, branch: `${svg} branch` });
    await end(await deploy({ branch }));

    const sent = await project("sent", { deployType: "UPLOAD" });
    const paths = payloads.filter(printable).map((payload) => `${payload.replaceAll("/", "|")}.html`);
    const files = paths.map((path) => ({ path, sizeBytes: 1 }));
    const { uploadId } = await team.data<{ uploadId: string }>("POST /api/hosting/upload", { kind: "folder", files });
    await fetch(`${url}/api/hosting/upload/${uploadId}/content?offset=0`, {
      method: "PUT",
      body: "x".repeat(files.length),
      headers: { authorization: owner.teamToken, "content-type": "application/octet-stream" },
    });
    const upload = { uploadId, message: everyPayload };
    const { taskId: sentTask } = await team.data<{ taskId: string }>(`POST /api/hosting/project/${sent}/build`, upload);
    await end(sentTask);
    return [
      { path: `/hosting/build/built/${built}/${taskId}`, shows: [everyPayload, ...payloads] },
      { path: `/hosting/build/sent/${sent}/${sentTask}`, shows: [everyPayload] },
      { path: "/hosting/deployments", shows: [branch] },
      { path: `/hosting/project/built/${built}`, shows: [branch] },
      { path: `/hosting/project/built/${built}?tab=settings&sub=environment_variables`, shows: payloads },
      { path: `/hosting/project/built/${built}?tab=settings&sub=git`, shows: [...hookNames, `${svg} branch`] },
      { path: `/hosting/project/sent/${sent}?tab=deployments`, shows: [everyPayload] },
    ];
  };

  const rollups = async (): Promise<{ owned: Screen[]; managed: Screen[]; explored: Screen[]; refused: number[] }> => {
    const contactInfo = { email: "a@example.com", telegram: script, xId: image, schedulingLink: "javascript:ran=1//" };
    const { id } = await team.data<{ id: string }>("POST /api/raas/rollup/create", {
      ...application,
      ...contactInfo,
      name: svg,
    });
    const rollup = await runningRollup(url, image);
    const holder = ownerWith(url, (await signIn(url, rollup.account)).accessToken);
    const wallet = await rollup.wallet();
    const { contractAddress } = (await (await wallet.sendTransaction({ data: echoCode })).wait())!;
    const address = contractAddress!.toLowerCase();
    const abiLine = `PUT /api/raas/rollup/${rollup.id}/abi/${address}`;
    const words = (internalType: string) => [{ name: "words", type: "string", internalType }];
    const abiWith = (name: string, inputs: readonly object[]) =>
      JSON.stringify([
        { type: "function", name: "say", inputs: words(svg), outputs: [], stateMutability: "payable" },
        { type: "function", name, inputs, outputs: words(image), stateMutability: "view" },
        { type: "event", name: "Said", inputs: words(image) },
      ]);
    await holder.data(abiLine, { name: svg, abi: abiWith("said", words(svg)) });
    // ABI names must be identifiers.
    const refused: number[] = [];
    for (const payload of payloads)
      for (const abi of [abiWith(payload, []), abiWith("said", [{ name: payload, type: "string" }])])
        refused.push((await holder.call(abiLine, { token: holder.token, body: { name: svg, abi } })).status);
    const text = AbiCoder.defaultAbiCoder().encode(["string"], [everyPayload]);
    const send = async (signature: string): Promise<string> => {
      const data = concat([hashOf(signature).slice(0, 10), text]);
      const { hash } = await wallet.sendTransaction({ to: address, data, gasLimit: 500_000n });
      await rollup.mined(hash);
      return hash;
    };
    const [said, failed] = [await send("say(string)"), await send("Error(string)")];
    const explorer = `/explorer/${rollup.chainId}`;
    return {
      refused,
      owned: [
        { path: "/raas", shows: [svg] },
        { path: `/raas/${encodeURIComponent(svg)}/${id}`, shows: [svg] },
      ],
      managed: [
        { path: "/operator/rollups", shows: [svg] },
        { path: `/operator/rollups/${id}/edit`, shows: [script, image, contactInfo.schedulingLink] },
      ],
      explored: [
        { path: explorer, shows: [image] },
        { path: `${explorer}/address/${address}?tab=contract`, shows: [svg, "words"] },
        { path: `${explorer}/tx/${said}`, shows: [svg, "words", everyPayload] },
        { path: `${explorer}/tx/${said}?tab=logs`, shows: [everyPayload] },
        { path: `${explorer}/tx/${failed}`, shows: [everyPayload] },
        { path: `/bridge/${rollup.chainId}`, shows: [image] },
      ],
    };
  };

  const operations = async (): Promise<Screen[]> => {
    const make = (line: string, body: object) => asOperator.data<{ id: string }>(line, body);
    const bar = { type: "NORMAL", message: everyPayload.slice(0, 500), label: image, url: "/docs" };
    const notice = await make("POST /api/auth/operator/notices", bar);
    await make("POST /api/auth/operator/notices", { type: "POPUP", message: everyPayload.slice(0, 500), label: svg });
    const quest = {
      desc: everyPayload.slice(0, 600),
      points: 1,
      proof: "TRUST",
      active: true,
      link: `/docs?${branch}`,
    };
    for (const title of payloadsWithin(80)) await make("POST /api/auth/operator/quests", { title, ...quest });
    const task = { desc: everyPayload.slice(0, 200), tab: "newbie", link: `/docs?${branch}`, points: 1, active: true };
    const tasks = payloadsWithin(60).map((title) => make("POST /api/auth/operator/reward-tasks", { title, ...task }));
    const [taskMade] = await Promise.all(tasks);
    const voucher = { gives: "LAND", amount: 1, uses: 1 };
    for (const note of payloadsWithin(60)) await make("POST /api/bill-consume/operator/vouchers", { ...voucher, note });
    const chainError = { kind: svg, message: everyPayload, action: image, code: script, wallet: image };
    await make("POST /api/bill-consume/analytics/chain-errors", chainError);
    const feedback = new FormData();
    for (const [name, value] of Object.entries({
      email: `"${image}"@example.com`,
      feedbackType: "BUG",
      description: everyPayload,
    }))
      feedback.set(name, value);
    const sent = await fetch(`${url}/api/hosting/feedback`, {
      method: "POST",
      body: feedback,
      headers: { authorization: owner.session },
    });
    if (!sent.ok) throw new Error(await sent.text());
    const { data } = (await sent.json()) as { data: { id: string } };
    return [
      { path: "/operator/notices", shows: [bar.message] },
      { path: `/operator/notices/${notice.id}/edit`, shows: [bar.message, image] },
      { path: "/operator/quests", shows: payloadsWithin(80) },
      { path: `/operator/reward-tasks/${taskMade!.id}/edit`, shows: [script, task.desc] },
      { path: "/operator/vouchers?size=20", shows: payloadsWithin(60) },
      { path: "/operator/chain-errors", shows: [svg] },
      { path: "/operator/feedback", shows: [everyPayload.slice(0, 40)] },
      { path: `/operator/feedback/${data.id}`, shows: [everyPayload, image] },
      { path: "/quest", shows: payloadsWithin(80) },
      { path: "/task-hub", shows: payloadsWithin(60) },
    ];
  };

  const [rolled, ...parts] = await Promise.all([
    rollups(),
    operations(),
    account(),
    storage(),
    gateway(),
    keys(),
    hosting(),
  ]);
  const [operated, ...owned] = parts;
  return {
    url,
    owner,
    operator,
    member: manages,
    invited: users.stranger,
    faults: cloud.faults,
    ownerScreens: [...owned.flat(), ...rolled.owned, ...operated.filter(({ path }) => !path.startsWith("/operator"))],
    operatorScreens: [...operated.filter(({ path }) => path.startsWith("/operator")), ...rolled.managed],
    publicScreens: rolled.explored,
    /** Statuses for ABIs with hostile names. */
    refusedAbis: rolled.refused,
    call: team.call,
  };
};

/** Bytecode that logs its call data as Said(string); for the call data of Error(string), it reverts with it. */
const echoCode = ((): string => {
  const topic = hashOf("Said(string)").slice(2);
  const head = "366000600037" + "60003560f81c" + "600814" + "60RR57";
  const log = `7f${topic}` + "60043603" + "6004" + "a1" + "00";
  const target = (head.length + log.length) / 2;
  const runtime = head.replace("RR", target.toString(16).padStart(2, "0")) + log + "5b366000fd";
  const size = (runtime.length / 2).toString(16).padStart(2, "0");
  return `0x60${size}600c60003960${size}6000f3${runtime}`;
})();
