import { existsSync, readFileSync } from 'node:fs';
import { jsonContent, reference, type Operation, type Schema } from './schema';

/** What one route answers, as the build read it off the type that its method returns. */
type RouteAnswer =
  | { readonly kind: 'own' }
  | {
      readonly kind: 'envelope';
      readonly data?: Schema;
      /** Whether `data` may be left out. */
      readonly isOptional?: boolean;
      /** Fields beside `data`. */
      readonly extras?: Readonly<Record<string, Schema>>;
    };

interface Described {
  /** By `Class.method`. */
  readonly routes: Readonly<Record<string, RouteAnswer>>;
  /** What routes answer that are no controller's, by method and path. */
  readonly raw: Readonly<Record<string, Schema>>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** The properties that take null, by the class that checks a body. */
  readonly nulls: Readonly<Record<string, readonly string[]>>;
}

const STATEMENT = {
  type: 'text/csv',
  description: 'The statement as CSV, or as PDF where `format` asks for it.',
} as const;

/** Routes that write their response themselves, by `Class.method`. */
const OWN: Readonly<Record<string, { readonly type: string; readonly description: string }>> = {
  'LogExportController.all': { type: 'text/csv', description: 'The rows as a file.' },
  'LogExportController.own': { type: 'text/csv', description: 'The rows as a file.' },
  'ReportController.exportAll': { type: 'text/csv', description: 'The rows as a file.' },
  'ReportController.exportOwn': { type: 'text/csv', description: 'The rows as a file.' },
  'StatementController.exportOfUser': STATEMENT,
  'StatementController.exportOwn': STATEMENT,
  'StatementController.exportOfTeam': STATEMENT,
  'NotifyController.byQuery': { type: 'text/plain', description: 'The word that the gateway waits for.' },
  'NotifyController.byForm': { type: 'text/plain', description: 'The word that the gateway waits for.' },
  'TelegramController.bind': { type: 'text/html', description: 'A page that says what happened.' },
};

/** Without a build nothing is known of `data`. */
const UNKNOWN: RouteAnswer = { kind: 'envelope', data: {}, isOptional: true };

/** The responses of the console's routes. */
export class ConsoleAnswers {
  private readonly described: Described;

  /** @param file what the build wrote; it may be missing */
  constructor(file: string) {
    this.described = existsSync(file)
      ? (JSON.parse(readFileSync(file, 'utf8')) as Described)
      : { routes: {}, raw: {}, schemas: {}, nulls: {} };
  }

  get nulls(): Described['nulls'] {
    return this.described.nulls;
  }

  /** What a raw route answers, where the build has read it; a drawing answers the same in every mode. */
  rawOf(method: string, path: string): Schema | null {
    const [, route = path] = /^\/mj-\w+(\/mj\/.*)$/.exec(path) ?? [];
    const family = /^\/mj\/(submit|insight-face)\//.exec(route)?.[1];
    return this.described.raw[`${method} ${family === undefined ? route : `/mj/${family}`}`] ?? null;
  }

  /** The schemas that the responses name. */
  get schemas(): Readonly<Record<string, Schema>> {
    const { schemas } = this.described;
    return { ...schemas, Refusal: refusalOf(schemas.EnvelopeExtras) };
  }

  /** @param route `Class.method` */
  responsesOf(route: string, needsSession: boolean): Operation['responses'] {
    const own = OWN[route];
    const content = own ? { [own.type]: { schema: { type: 'string' } } } : jsonContent(this.envelopeOf(route));
    return {
      '200': { description: own?.description ?? 'The result, or a refusal with `success` false.', content },
      ...(needsSession && { '401': { $ref: '#/components/responses/SignedOut' } }),
      '429': { $ref: '#/components/responses/RefusalForNow' },
      default: { $ref: '#/components/responses/Refusal' },
    };
  }

  private envelopeOf(route: string): Schema {
    const answer = this.described.routes[route] ?? UNKNOWN;
    if (answer.kind === 'own') throw new Error(`${route} writes its response itself: console-answers.ts says which.`);
    const { data, isOptional = false, extras = {} } = answer;
    const required = ['success', 'message', ...(data && !isOptional ? ['data'] : []), ...Object.keys(extras)];
    const success: Schema = {
      type: 'object',
      properties: {
        success: { type: 'boolean', const: true },
        message: { type: 'string' },
        ...(data && { data }),
        ...extras,
      },
      required,
    };
    return { anyOf: [success, reference('Refusal')] };
  }
}

function refusalOf(extras: Schema = {}): Schema {
  return {
    type: 'object',
    description: 'A refusal: `message` is a whole sentence in the language of the caller.',
    properties: {
      success: { type: 'boolean', const: false },
      message: { type: 'string' },
      data: {
        type: 'string',
        description: 'The sentence, where `message` is the word that clients of payments wait for.',
      },
      ...(extras.properties as Readonly<Record<string, Schema>> | undefined),
    },
    required: ['success', 'message'],
  };
}
