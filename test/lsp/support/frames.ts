// The framing of the protocol: a header with the length, an empty line, and so many bytes of JSON.

/** A message with its header. */
export function frame(text: string): Uint8Array {
  const body = Buffer.from(text);
  return Buffer.concat([Buffer.from(`Content-Length: ${String(body.length)}\r\n\r\n`), body]);
}

/** Takes bytes as they come and calls back with each message. Throws on anything between messages. */
export function createFrames(listener: (text: string) => void): (chunk: Uint8Array) => void {
  let buffer = Buffer.alloc(0);
  return (chunk) => {
    buffer = Buffer.concat([buffer, chunk]);
    for (;;) {
      const end = buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const [whole, length] = /^Content-Length: (\d+)$/.exec(buffer.subarray(0, end).toString()) ?? [];
      if (whole === undefined) throw new Error(`not the protocol: ${buffer.subarray(0, 200).toString()}`);
      const last = end + 4 + Number(length);
      if (buffer.length < last) return;
      const text = buffer.subarray(end + 4, last).toString();
      buffer = buffer.subarray(last);
      listener(text);
    }
  };
}
