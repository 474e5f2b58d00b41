import { randomInt } from "node:crypto";

/** Without what is mistaken for something else when it is read aloud or copied by hand: 0 O 1 I L. */
const alphabet = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const personalLength = 10;
/** 119 bits: it opens a team to whoever has it. */
const invitationLength = 24;

const codeOf = (length: number): string => Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");

/** Of a person: names who invited, and opens nothing. */
export const newPersonalCode = (): string => codeOf(personalLength);

export const newInvitationCode = (): string => codeOf(invitationLength);

/** As people type it. */
export const normalCode = (typed: string): string => typed.trim().toUpperCase();

/** What the link of a code leads to. */
export const inviteLink = (origin: string, code: string): string => `${origin}/?inviteCode=${code}`;
