// push_open.mjs - the browser's side of Web Push, for push.py: a line of JSON in, a line out.
//
//     {"do": "make"}                                   a subscription: {"key", "secret", "private"}
//     {"do": "open", "key", "secret", "private", "body", "authorization"}
//         what was said, and who vouches for it: {"text", "record", "head", "claims", "public", "true"}
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createInterface } from 'node:readline';

const bytes = (text) => Buffer.from(text, 'base64url');
const text = (buffer) => Buffer.from(buffer).toString('base64url');

function make() {
  const pair = createECDH('prime256v1');
  return { key: text(pair.generateKeys()), private: text(pair.getPrivateKey()), secret: text(randomBytes(16)) };
}

/** RFC 8291 and 8188. */
function opened({ key, secret, private: own, body }) {
  const sealed = bytes(body);
  const salt = sealed.subarray(0, 16);
  const theirs = sealed.subarray(21, 21 + sealed[20]);
  const rest = sealed.subarray(21 + sealed[20]);
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes(own));
  const about = Buffer.concat([Buffer.from('WebPush: info\0'), bytes(key), theirs]);
  const shared = hkdfSync('sha256', pair.computeSecret(theirs), bytes(secret), about, 32);
  const derive = (label, length) => Buffer.from(hkdfSync('sha256', Buffer.from(shared), salt, `Content-Encoding: ${label}\0`, length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(rest.subarray(-16));
  const plain = Buffer.concat([cipher.update(rest.subarray(0, -16)), cipher.final()]);
  if (plain[plain.length - 1] !== 2) throw new Error('not the last record');
  return { text: plain.subarray(0, -1).toString(), record: sealed.readUInt32BE(16) };
}

/** RFC 8292. */
function vouched(authorization) {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization);
  const [head, claims, signature] = token.split('.');
  const point = bytes(key);
  const jwk = { kty: 'EC', crv: 'P-256', x: text(point.subarray(1, 33)), y: text(point.subarray(33)) };
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' };
  const is = verify('sha256', Buffer.from(`${head}.${claims}`), signer, bytes(signature));
  return { head: JSON.parse(bytes(head)), claims: JSON.parse(bytes(claims)), public: key, true: is };
}

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  console.log(JSON.stringify(asked.do === 'make' ? make() : { ...opened(asked), ...vouched(asked.authorization) }));
}
