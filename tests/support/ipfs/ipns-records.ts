/**
 * Records of ipfs/gateway-conformance (fixtures/ipns_records, commit 22c7644), in base64, with their validity: a valid
 * signature of version 2, and older parts that don't contradict it.
 */
export const conformanceRecords: readonly {
  readonly key: string;
  readonly what: string;
  readonly isValid: boolean;
  readonly record: string;
}[] = [
  {
    key: "k51qzi5uqu5diamp7qnnvs1p1gzmku3eijkeijs3418j23j077zrkok63xdm8c",
    what: "v1-v2-broken-signature-v2",
    isValid: false,
    record:
      "Cj4vaXBmcy9iYWZrcWFodHdnZXZ4bW1yYW81dXhpMmJhbWp6ZzYyM2ZueXFoZzJsaG56cXhpNWxzbXVxaG1tcRJAjeL4ntt0Kd9X5BfMb++Z7bEZ+L8j7WOJaj+QQiozOFuYgAqzqC9w2nBK2vbqHnAfH+NP9Q/Ileo6ZHXiHEGeARgAIhsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlooADCAoPHCsTRCDWludmFsaWQgc3R1ZmZKkgGlY1RUTBsAAAGjGFxQAGVWYWx1ZVg+L2lwZnMvYmFma3FhaHR3Z2V2eG1tcmFvNXV4aTJiYW1qemc2MjNmbnlxaGcybGhuenF4aTVsc211cWhtbXFoU2VxdWVuY2UAaFZhbGlkaXR5WBsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlpsVmFsaWRpdHlUeXBlAA==",
  },
  {
    key: "k51qzi5uqu5dilgf7gorsh9vcqqq4myo6jd4zmqkuy9pxyxi5fua3uf7axph4y",
    what: "v1-v2-broken-signature-v1",
    isValid: true,
    record:
      "Cj4vaXBmcy9iYWZrcWFodHdnZXZ4bW1yYW81dXhpMmJhbWp6ZzYyM2ZueXFoZzJsaG56cXhpNWxzbXVxaG1taRINaW52YWxpZCBzdHVmZhgAIhsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlooADCAoPHCsTRCQDLFjmqubpaOcNifMaGgsU4Y4TI9ntYayJtdlEdheA53tItrCas+sbT2FGBrVVN7WKWsZ0MoMtVkmY2EfQcctQdKkgGlY1RUTBsAAAGjGFxQAGVWYWx1ZVg+L2lwZnMvYmFma3FhaHR3Z2V2eG1tcmFvNXV4aTJiYW1qemc2MjNmbnlxaGcybGhuenF4aTVsc211cWhtbWloU2VxdWVuY2UAaFZhbGlkaXR5WBsyMTIzLTA4LTE0VDEyOjE3OjAzLjY5NDA1MlpsVmFsaWRpdHlUeXBlAA==",
  },
  {
    key: "k51qzi5uqu5dit2ku9mutlfgwyz8u730on38kd10m97m36bjt66my99hb6103f",
    what: "v2",
    isValid: true,
    record:
      "QkBqdphYXisXBwnUlH4UixixINdttDUV7azykN+Wtx4pwMpaFlECVoFPglVTLsRUmt4m9MqDNfTEHiz//rG6CqUBSnilY1RUTBsAAAGjGFxQAGVWYWx1ZVgkL2lwZnMvYmFma3FhZHR3Z2l3dzYzdG1wZXFoZXpsZG41emdpaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dlkw8pxuw9qmqayfdeh4kfebhmreauqdc6a7c3y7d5i9fi8mk9w",
    what: "v1-v2",
    isValid: true,
    record:
      "CiEvaXBmcy9iYWZrcWFkZHdnZXZ4bW1yYW9qc3dnMzNzbXESQKVBIW5AlouMwTkDk422cy5V72gCzuZl1kXeBsRUqu/PBlR1C8hOm0ElCzXk1B2lOcWlQn/DDgjclKS9yoAD+A4YACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0QkBKUbhkQ4lL69MhRgLsLDYnDkzQUIpmbfo1VmDE+ouikK595E12q1LEc585fnFBl05qQaA5gBJgz9PAWwBqSiUNSnWlY1RUTBsAAAGjGFxQAGVWYWx1ZVghL2lwZnMvYmFma3FhZGR3Z2V2eG1tcmFvanN3ZzMzc21xaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dlmit2tuwdvnx4sbnyqgmvbxftl0eo3f33wwtb9gr7yozae9kpw",
    what: "v1-v2-broken-v1-value",
    isValid: false,
    record:
      "CjYvaXBmcy9iYWZrcWFnbHVtdnp4aTJsb200cWdleWxlZWJ1eGEzdHRlYnpna3kzcG9qc2hnY3ESQE5taz3vFU7cTf9hDAOApkMyWDc4w1nSfrC4qITpk9sInaYHbzEPiZUkcB2oWaNN5KvylXYVmxJC2vcUQyF5Zg4YACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0QkBKnsu1f2ZA7v+BSXyxrVDYn0fn5RYCVmO+9gRgL4a26b88KvjUOkq6ZawaGybWDcL4UWMFXkfyBtZWBnt9G7cESpIBpWNUVEwbAAABoxhcUABlVmFsdWVYPi9pcGZzL2JhZmtxYWh0d2dldnhtbXJhb2pzd2czM3NtcXFobzJsdW5hcWdlNHRwbm5zdzRpZHdtZndoa3ppaFNlcXVlbmNlAGhWYWxpZGl0eVgbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJabFZhbGlkaXR5VHlwZQA=",
  },
  {
    key: "k51qzi5uqu5dm4tm0wt8srkg9h9suud4wuiwjimndrkydqm81cqtlb5ak6p7ku",
    what: "v1",
    isValid: false,
    record:
      "CiQvaXBmcy9iYWZrcWFkdHdnZXd3NjN0bXBlcWhlemxkbjV6Z2kSQEedeyjkXQBKsjSpBHyB4WYPVA08/XHiF0otM9qhLtisJiyMfGugifOkdR/TsGt758s6VBgUerTul2quBszrWAcYACIbMjEyMy0wOC0xNFQxMjoxNzowMy42OTQwNTJaKAAwgKDxwrE0",
  },
];
