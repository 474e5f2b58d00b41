/** Single-owner contract wallets, at the address where a public factory deploys them on any chain. */
import { concatHex, encodeAbiParameters, getCreate2Address, keccak256, pad, toHex, type Address, type Hex } from "viem";

/** Bytecode whose isValidSignature returns ERC-1271's value where ecrecover returns the owner. */
const walletCode = (owner: Address): Hex => {
  const runtime = concatHex([
    "0x600435600052", // mem[0x00] = hash
    "0x60a43560001a602052", // mem[0x20] = v
    "0x606435604052", // mem[0x40] = r
    "0x608435606052", // mem[0x60] = s
    ("0x6020608060806000600" + "15afa50") as Hex, // staticcall ecrecover → mem[0x80]
    concatHex(["0x60805173", owner, "0x14"]), // == owner
    "0x631626ba7e60e01b02", // × magic value
    "0x60005260206000f3",
  ]);
  return concatHex(["0x60", toHex((runtime.length - 2) / 2, { size: 1 }), "0x8060093d393df3", runtime]);
};

/** Anvil's chains have this factory, like most public ones: 32 bytes of salt, then the code. */
export const walletFactory: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";
const salt = pad("0x1");

/** Returns the address at which the factory deploys an owner's wallet. */
export const walletAddressOf = (owner: Address): Address =>
  getCreate2Address({ from: walletFactory, salt, bytecodeHash: keccak256(walletCode(owner)) });

/** Returns the data of the factory transaction that deploys the wallet. */
export const walletDeployment = (owner: Address): Hex => concatHex([salt, walletCode(owner)]);

/** Returns a signature that includes the wallet's deployment (ERC-6492). */
export const wrappedSignature = (owner: Address, signature: Hex): Hex =>
  concatHex([
    encodeAbiParameters(
      [{ type: "address" }, { type: "bytes" }, { type: "bytes" }],
      [walletFactory, walletDeployment(owner), signature],
    ),
    "0x6492649264926492649264926492649264926492649264926492649264926492",
  ]);
