import fc from 'fast-check';
import {
  type CacheMark,
  type ChatBlock,
  type ChatTool,
  type Seal,
  type ToolCallBlock,
  type ToolResultBlock,
  type UrlCitation,
} from '../canonical/chat';

/**
 * Features that a format may not be able to express; exclude those of your format to get calls that must come back
 * unchanged.
 */
export type CallFeature =
  | 'system'
  | 'developer'
  /** Instructions after the first turn. */
  | 'lateInstructions'
  | 'participantName'
  | 'cache'
  | 'seal'
  | 'citations'
  | 'refusal'
  | 'reasoning'
  | 'image'
  | 'imageDetail'
  | 'audio'
  | 'video'
  | 'file'
  /** Documents and images named by an address. */
  | 'mediaUrl'
  /** Images, audio and files that are stored at a provider. */
  | 'storedMedia'
  | 'tools'
  | 'parallelToolCalls'
  | 'customTools'
  | 'webSearch'
  | 'toolStrict'
  /** Images, audio and documents in tool results. */
  | 'toolResultMedia'
  | 'toolResultName'
  | 'toolError'
  /** Text of the user in the same message as tool results, after them. */
  | 'textAfterToolResults';

/** Tells whether a feature may occur. */
export type Has = (feature: CallFeature) => boolean;

/** Texts with letters, white space, marks of other formats, and characters outside the basic plane; never blank. */
export const arbitraryText: fc.Arbitrary<string> = fc
  .array(
    fc.constantFrom('hello', ' ', '\n', '世界', '🎈', '"', '\\', '<think>', 'data: [DONE]', '{"a":1}', 'é', '\u2028'),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map(words => `t${words.join('')}.`);

/** A word that every provider accepts as a name. */
export const name = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
const base64 = fc.uint8Array({ minLength: 3, maxLength: 24 }).map(bytes => Buffer.from(bytes).toString('base64'));

/** Objects of simple values under keys that keep their order everywhere. */
const jsonObject: fc.Arbitrary<Record<string, unknown>> = fc.dictionary(
  fc.constantFrom('city', 'unit', 'list', 'deep', 'flag'),
  fc.oneof(
    arbitraryText,
    fc.integer({ min: -1000, max: 1000 }),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 3 }),
    fc.record({ inner: arbitraryText }),
  ),
  { noNullPrototype: true },
);

/** Schemas of tools and of structured answers, in lower-case types. */
export const schema: fc.Arbitrary<Record<string, unknown>> = fc.constantFrom(
  { type: 'object', properties: {} },
  { type: 'object', properties: { city: { type: 'string', description: 'where' } }, required: ['city'] },
  {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'integer' } }, unit: { type: 'string', enum: ['c', 'f'] } },
    required: ['list', 'unit'],
    additionalProperties: false,
  },
);

/** A record whose optional fields are present at random; those of excluded features never. */
export function withSome<Base extends object, Extra extends object>(
  base: fc.Arbitrary<Base>,
  extra: { [Key in keyof Extra]: fc.Arbitrary<Extra[Key]> },
): fc.Arbitrary<Base & Partial<Extra>> {
  return fc.tuple(base, fc.record(extra, { requiredKeys: [] })).map(([fields, more]) => ({ ...fields, ...more }));
}

/** Arbitraries for the pieces of a message. */
export class Parts {
  readonly cache: { cache?: fc.Arbitrary<CacheMark> };
  private readonly seal: fc.Arbitrary<Seal>;

  constructor(
    private readonly has: Has,
    private readonly sealProviders: readonly Seal['provider'][],
  ) {
    this.cache = has('cache') ? { cache: fc.record({ ttl: fc.constantFrom<'5m' | '1h'>('5m', '1h') }) } : {};
    this.seal = fc.oneof(...sealProviders.map(sealOf));
  }

  text(): fc.Arbitrary<ChatBlock> {
    return withSome(fc.record({ type: fc.constant<'text'>('text'), text: arbitraryText }), this.cache);
  }

  image(): fc.Arbitrary<ChatBlock> {
    const base = fc.record({ type: fc.constant<'image'>('image'), source: this.source(['image/png', 'image/jpeg']) });
    const detail: { detail?: fc.Arbitrary<string> } = this.has('imageDetail')
      ? { detail: fc.constantFrom('low', 'high', 'auto') }
      : {};
    return withSome(base, { ...this.cache, ...detail });
  }

  file(): fc.Arbitrary<ChatBlock> {
    const base = fc.record({ type: fc.constant<'file'>('file'), source: this.source(['application/pdf']) });
    return withSome(base, { ...this.cache, name: name.map(word => `${word}.pdf`) });
  }

  audio(): fc.Arbitrary<ChatBlock> {
    return fc.record({
      type: fc.constant<'audio'>('audio'),
      data: base64,
      format: fc.constantFrom('wav', 'mp3'),
    });
  }

  video(): fc.Arbitrary<ChatBlock> {
    return fc.record({ type: fc.constant<'video'>('video'), source: this.source(['video/mp4']) });
  }

  /** The blocks of a user message; never empty. */
  userBlock(): fc.Arbitrary<ChatBlock> {
    return fc.oneof(
      { weight: 4, arbitrary: this.text() },
      ...(['image', 'file', 'audio', 'video'] as const)
        .filter(kind => this.has(kind))
        .map(kind => ({ weight: 1, arbitrary: this[kind]() })),
    );
  }

  /** Reasoning, then text or a refusal; at least one block. */
  said(): fc.Arbitrary<ChatBlock[]> {
    const text = withSome(fc.record({ type: fc.constant<'text'>('text'), text: arbitraryText }), {
      ...this.cache,
      ...(this.has('citations') && { citations: fc.array(citation, { minLength: 1, maxLength: 2 }) }),
    });
    const refusal = fc.record({ type: fc.constant<'refusal'>('refusal'), text: arbitraryText });
    const answer: fc.Arbitrary<ChatBlock> = this.has('refusal')
      ? fc.oneof({ weight: 5, arbitrary: text }, refusal)
      : text;
    return fc.tuple(this.reasoning(), answer).map(([reasoning, block]) => [...reasoning, block]);
  }

  reasoning(): fc.Arbitrary<ChatBlock[]> {
    if (!this.has('reasoning')) return fc.constant([]);
    const plain = fc.record({ type: fc.constant<'reasoning'>('reasoning'), text: arbitraryText });
    if (!this.has('seal')) return fc.array(plain, { maxLength: 1 });
    const sealed = fc.tuple(plain, this.seal).map(([block, seal]): ChatBlock => {
      // Redacted reasoning is unreadable, and Google's signatures stand on the part after the reasoning.
      return { type: 'reasoning', text: seal.kind === 'redacted' ? '' : block.text, seal };
    });
    return fc.array(fc.oneof(plain, sealed), { maxLength: 1 });
  }

  toolCall(tools: readonly ChatTool[], id: string): fc.Arbitrary<ToolCallBlock> {
    const callable = tools.filter(tool => tool.type !== 'webSearch');
    const seal: { seal?: fc.Arbitrary<Seal> } =
      this.has('seal') && this.sealProviders.includes('google') ? { seal: sealOf('google') } : {};
    return fc.constantFrom(...callable).chain(tool =>
      withSome(
        fc.record({
          type: fc.constant<'toolCall'>('toolCall'),
          id: fc.constant(id),
          name: fc.constant(tool.name),
          arguments: tool.type === 'custom' ? arbitraryText : jsonObject.map(value => JSON.stringify(value)),
          kind: fc.constant<'function' | 'custom'>(tool.type),
        }),
        { ...seal, ...this.cache },
      ),
    );
  }

  toolResult(call: ToolCallBlock): fc.Arbitrary<ToolResultBlock> {
    const media = this.has('toolResultMedia')
      ? (['image', 'file'] as const)
          .filter(kind => this.has(kind))
          .map(kind => ({ weight: 1, arbitrary: this[kind]() }))
      : [];
    const content = fc.array(fc.oneof({ weight: 3, arbitrary: this.plainText() }, ...media), {
      minLength: 1,
      maxLength: media.length > 0 ? 2 : 1,
    }) as fc.Arbitrary<ToolResultBlock['content']>; // a result holds text, images and files
    return withSome(
      fc.record({ type: fc.constant<'toolResult'>('toolResult'), callId: fc.constant(call.id), content }),
      {
        ...this.cache,
        ...(this.has('toolResultName') && { name: fc.constant(call.name) }),
        ...(this.has('toolError') && { isError: fc.constant(true) }),
      },
    );
  }

  private plainText(): fc.Arbitrary<ChatBlock> {
    return fc.record({ type: fc.constant<'text'>('text'), text: arbitraryText });
  }

  private source(mimes: readonly string[]): fc.Arbitrary<Extract<ChatBlock, { type: 'image' }>['source']> {
    const data = fc.record({ kind: fc.constant<'data'>('data'), mime: fc.constantFrom(...mimes), data: base64 });
    const url = fc.record({ kind: fc.constant<'url'>('url'), url: name.map(word => `https://media.example/${word}`) });
    const stored = fc.record({ kind: fc.constant<'stored'>('stored'), id: name.map(word => `file-${word}`) });
    return fc.oneof(data, ...(this.has('mediaUrl') ? [url] : []), ...(this.has('storedMedia') ? [stored] : []));
  }
}

const citation: fc.Arbitrary<UrlCitation> = fc.record({
  url: name.map(word => `https://source.example/${word}`),
  title: arbitraryText,
  start: fc.constant(0),
  end: fc.constant(1),
});

function sealOf(provider: Seal['provider']): fc.Arbitrary<Seal> {
  switch (provider) {
    case 'anthropic':
      return fc.record({
        provider: fc.constant(provider),
        kind: fc.constantFrom('signature', 'redacted'),
        value: base64,
      });
    case 'google':
      return fc.record({ provider: fc.constant(provider), kind: fc.constant('signature'), value: base64 });
    case 'openai':
      return fc.record({
        provider: fc.constant(provider),
        kind: fc.constant('encrypted'),
        value: base64,
        id: name.map(word => `rs_${word}`),
      });
  }
}
