// A link that holds texts, compressed, behind its #: browsers do not send that part to any server.

const MOST = 2_000_000; // Bytes that a link may hold, unpacked

class TooLong extends Error {}

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks = [];
  let size = 0;
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    size += value.length;
    if (size > MOST) throw new TooLong(`a link holds ${MOST.toLocaleString("en")} bytes at most`);
    chunks.push(value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

/** Return what comes behind the # of a link that holds a state. */
export async function packedState(state) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(state)), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, byte => String.fromCharCode(byte)).join("");
  return `#1${btoa(letters).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "")}`;
}

/** Return the state that a link holds; null where it holds none. Where it cannot be read, the error says why. */
export async function linkedState(hash) {
  if (!hash.startsWith("#1")) return null;
  try {
    return await unpackedState(hash);
  } catch (error) {
    throw error instanceof TooLong ? error : new Error("it is not whole", { cause: error });
  }
}

async function unpackedState(hash) {
  const letters = atob(hash.slice(2).replace(/-/g, "+").replace(/_/g, "/"));
  const bytes = await through(Uint8Array.from(letters, letter => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
  const state = JSON.parse(new TextDecoder().decode(bytes));
  const known = ["text", "other", "release", "against", "tab", "target", "nodes", "pods", "beside", "seed"].filter(key => typeof state?.[key] === "string");
  return Object.fromEntries(known.map(key => [key, state[key]]));
}
