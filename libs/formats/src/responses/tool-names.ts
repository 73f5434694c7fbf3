import { createHash } from 'node:crypto';
import { type JsonObject, asList, asText, isJsonObject } from '../json/read-value';

/** Tools that the client runs and whose calls are items of their own; for other providers they become functions. */
export const clientTools = ['local_shell', 'shell', 'apply_patch'] as const;
export type ClientTool = (typeof clientTools)[number];

/** The tool in the caller's list that a flat function name stands for. */
export type ToolOrigin =
  | { readonly kind: 'function' | 'custom'; readonly name: string; readonly namespace?: string }
  | { readonly kind: ClientTool };

const NAME_LENGTH_MAX = 64;
const HASH_LENGTH = 8;
/** A longer list cannot be a list of tools; the rest of it is ignored. */
const TOOLS_MAX = 4096;

/**
 * Maps a caller's tools to the names under which providers that know only flat functions see them, and back. The names
 * depend only on the caller's list, so the writer of the answer finds the same names as the reader of the call.
 */
export class ToolNames {
  private readonly origins = new Map<string, ToolOrigin>();
  private readonly flatNames = new Map<string, string>();
  /** Flat names by the names inside namespaces; null for a name that occurs in several namespaces. */
  private readonly inner = new Map<string, string | null>();

  /** @param tools the caller's `tools` as parsed */
  constructor(tools: unknown) {
    const given = asList(tools).slice(0, TOOLS_MAX).filter(isJsonObject);
    // Plain names come first, so that they keep their spelling whatever else is in the list.
    for (const tool of given) {
      if (tool.type === 'function' || tool.type === 'custom') this.add({ kind: tool.type, name: nameOf(tool) });
    }
    for (const tool of given) {
      if (tool.type === 'namespace') this.addNamespace(tool);
      const client = clientTools.find(kind => kind === tool.type);
      if (client) this.add({ kind: client });
    }
  }

  /** The caller's tool behind a name that the model used; null when the caller has no such tool. */
  originOf(flatName: string): ToolOrigin | null {
    return this.origins.get(flatName) ?? null;
  }

  /**
   * The flat name of a function or custom tool; a name without its namespace is found only if a single namespace has
   * it.
   */
  flatNameOf(name: string, namespace?: string): string {
    if (namespace) return this.flatNames.get(keyOf(name, namespace)) ?? flatName(name, namespace);
    if (this.origins.has(name)) return name;
    return this.inner.get(name) ?? name;
  }

  flatNameOfClientTool(kind: ClientTool): string {
    return this.flatNames.get(kind) ?? kind;
  }

  private addNamespace(tool: JsonObject): void {
    const namespace = nameOf(tool);
    for (const inner of asList(tool.tools).slice(0, TOOLS_MAX).filter(isJsonObject)) {
      const kind = inner.type === 'custom' ? 'custom' : 'function';
      this.add({ kind, name: nameOf(inner), namespace });
    }
  }

  private add(origin: ToolOrigin): void {
    const isNamed = 'name' in origin;
    const key = isNamed ? keyOf(origin.name, origin.namespace) : origin.kind;
    if (this.flatNames.has(key)) return;
    let flat = isNamed ? flatName(origin.name, origin.namespace) : origin.kind;
    if (this.origins.has(flat)) flat = shortened(flat, key);
    this.flatNames.set(key, flat);
    this.origins.set(flat, origin);
    if (isNamed && origin.namespace !== undefined) {
      this.inner.set(origin.name, this.inner.has(origin.name) ? null : flat);
    }
  }
}

function flatName(name: string, namespace?: string): string {
  if (!namespace) return name;
  const joined = `${namespace}__${name}`.replace(/[^\w-]/g, '_');
  return joined.length <= NAME_LENGTH_MAX ? joined : shortened(joined, keyOf(name, namespace));
}

/** The hash keeps the name the same for the same tool in the next turn, and different from other tools. */
function shortened(name: string, key: string): string {
  const hash = createHash('sha256').update(key).digest('hex').slice(0, HASH_LENGTH);
  return `${name.slice(0, NAME_LENGTH_MAX - HASH_LENGTH - 1)}_${hash}`;
}

function keyOf(name: string, namespace = ''): string {
  return JSON.stringify([namespace, name]);
}

function nameOf(tool: JsonObject): string {
  return asText(tool.name);
}
