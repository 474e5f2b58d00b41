/** A wallet of TON, or its person, said no; the message is for users. */
export class TonRefusal extends Error {
  override readonly name = "TonRefusal";
}
