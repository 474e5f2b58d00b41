/** A wallet of TON, or its person, said no; the message is for people. */
export class TonRefusal extends Error {
  override readonly name = "TonRefusal";
}
