import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020';

const ROOT = join(__dirname, '../../..');
const DESCRIBE = "import('./config/scripts/prepare.mjs').then(build => build.ensureAnswersDescribed())";

interface Content {
  readonly schema: Readonly<Record<string, unknown>>;
}

interface Response {
  readonly $ref?: string;
  readonly description?: string;
  readonly content?: Readonly<Record<string, Content>>;
}

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly required?: boolean }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: { readonly $ref?: string } }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Document {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Record<string, unknown>>>;
    readonly responses: Readonly<Record<string, Response>>;
    readonly securitySchemes: Readonly<Record<string, unknown>>;
  };
}

/** Writes down what the routes answer, unless the last build did; a server that runs from sources reads that file. */
export function describeAnswers(): void {
  execFileSync(process.execPath, ['-e', DESCRIBE], { cwd: ROOT });
}

/** A route of Fastify as the document writes it. */
export function documented(route: string): string {
  const [method = '', path = ''] = route.split(' ');
  const end = path.endsWith('/models/*') ? (method === 'POST' ? '{model}:{action}' : '{model}') : '{rest}';
  const parts = path.split('/').map(part => (part.startsWith(':') ? `{${/\w+/.exec(part)?.[0] ?? ''}}` : part));
  return `${method} ${parts.join('/').replace('*', end)}`;
}

/** The document of a server, which checks answers against what it says of them. */
export class OpenApiDocument {
  readonly operations: ReadonlyMap<string, Operation>;
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly checks = new Map<string, ValidateFunction>();

  constructor(readonly json: Document) {
    this.operations = new Map(
      Object.entries(json.paths).flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation] as const),
      ),
    );
    this.ajv.addSchema(json, 'document');
    this.ajv.addSchema(closed(json) as object, 'closed');
  }

  static async of(url: string): Promise<OpenApiDocument> {
    return new OpenApiDocument((await (await fetch(`${url}/openapi.json`)).json()) as Document);
  }

  /** Checks a value against a schema of the document. */
  isAccepted(name: string, value: unknown): boolean {
    return this.checked(`document#/components/schemas/${name}`)(value) as boolean;
  }

  /** What the document says about a route's response of a status. */
  responseOf(route: string, status: number): Response | undefined {
    const { responses = {} } = this.operations.get(documented(route)) ?? {};
    const response = responses[status] ?? responses.default;
    return response?.$ref ? this.json.components.responses[response.$ref.split('/').pop() ?? ''] : response;
  }

  /** What is wrong with an answer in JSON; a field that the document does not have is wrong, too. */
  faultsOf(route: string, status: number, body: unknown): readonly string[] {
    const schema = this.responseOf(route, status)?.content?.['application/json']?.schema;
    if (schema === undefined) return [`${route} has no JSON for status ${status}`];
    const key = JSON.stringify(closed(schema)).replaceAll('"#/components/', '"closed#/components/');
    const check = this.checks.get(key) ?? this.ajv.compile(JSON.parse(key) as object);
    this.checks.set(key, check);
    if (check(body)) return [];
    return (check.errors ?? []).map(
      ({ instancePath, message, params }) => `${route} ${instancePath} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  }

  private checked(address: string): ValidateFunction {
    const known = this.checks.get(address) ?? this.ajv.compile({ $ref: address });
    this.checks.set(address, known);
    return known;
  }
}

/** Schemas that take no field beyond those they name, unless they say that they do. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closed(part)]));
  const isObject = copy.type === 'object' && copy.properties !== undefined;
  return isObject && copy.additionalProperties === undefined ? { ...copy, additionalProperties: false } : copy;
}
