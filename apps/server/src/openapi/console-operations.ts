import { type ModulesContainer } from '@nestjs/core';
import { Role, type RoleValue } from '@contracts';
import { binaryBodyOf, requiredRoleOf } from '@platform';
import { RequestMethod } from '@nestjs/common';
import { type ConsoleAnswers } from './console-answers';
import { type DtoClass, type DtoSchemas } from './dto-schema';
import { jsonContent, reference, type Operation, type Parameter } from './schema';

/** Keys under which the decorators of Nest keep what they were given. */
const PATH = 'path';
const METHOD = 'method';
const ARGUMENTS = '__routeArguments__';
/** Kinds of arguments of a handler, as the first part of a key of `ARGUMENTS`. */
const BODY = '3';
const QUERY = '4';

type Controller = new (...parts: never[]) => object;

interface Argument {
  readonly kind: string;
  readonly name: string | null;
  /** What TypeScript wrote down as the type. */
  readonly type: unknown;
}

const SESSION = [
  { session: [], user: [] },
  { accessToken: [], user: [] },
] as const;

const ROLE_NAMES: ReadonlyMap<RoleValue, string> = new Map([
  [Role.User, 'users'],
  [Role.Admin, 'administrators'],
  [Role.Root, 'root'],
]);

/** What the server knows of bodies, queries and responses. */
interface Known {
  readonly schemas: DtoSchemas;
  readonly answers: ConsoleAnswers;
}

/** The operations of all controllers by `METHOD /path`, as Nest registers them. */
export function consoleOperations(modules: ModulesContainer, known: Known): ReadonlyMap<string, Operation> {
  const found = new Map<string, Operation>();
  for (const module of modules.values()) {
    for (const { metatype } of module.controllers.values()) {
      if (typeof metatype === 'function') addOperations(metatype as Controller, known, found);
    }
  }
  return found;
}

function addOperations(controller: Controller, known: Known, found: Map<string, Operation>): void {
  const prototype = controller.prototype as Readonly<Record<string, unknown>>;
  const bases = [Reflect.getMetadata(PATH, controller) as string | readonly string[]].flat();
  for (const name of Object.getOwnPropertyNames(prototype)) {
    const handler = prototype[name];
    if (typeof handler !== 'function' || !Reflect.hasMetadata(METHOD, handler)) continue;
    const method = RequestMethod[Reflect.getMetadata(METHOD, handler) as RequestMethod];
    const ends = [Reflect.getMetadata(PATH, handler) as string | readonly string[]].flat();
    const operation = operationOf(controller, handler, name, known);
    for (const base of bases) {
      for (const end of ends) found.set(`${method} ${pathOf(base, end)}`, operation);
    }
  }
}

function pathOf(...parts: readonly string[]): string {
  return `/${parts
    .flatMap(part => part.split('/'))
    .filter(Boolean)
    .join('/')}`;
}

// eslint-disable-next-line @typescript-eslint/no-unsafe-function-type -- handlers are only looked up by metadata
function operationOf(controller: Controller, handler: Function, name: string, known: Known): Operation {
  const { schemas, answers } = known;
  const role = requiredRoleOf(handler, controller);
  const className = controller.name.replace(/\$\d+$/, '');
  const part = className.replace(/Controller$/, '');
  const callers = role === null ? 'everybody' : (ROLE_NAMES.get(role) ?? 'users');
  const args = argumentsOf(controller, name);
  const binary = binaryBodyOf(handler);
  const body = args.find(({ kind, name: field }) => kind === BODY && field === null)?.type;
  return {
    tags: [`Console: ${wordsOf(part)}`],
    summary: `${wordsOf(name)} (for ${callers})`,
    security: role === null ? [] : [...SESSION],
    parameters: args.flatMap(argument => queryParameters(argument, schemas)),
    ...(binary && {
      requestBody: { required: true, content: { [binary]: { schema: { type: 'string', format: 'binary' } } } },
    }),
    ...(isDto(body) && { requestBody: { required: true, content: jsonContent(reference(schemas.nameOf(body))) } }),
    responses: answers.responsesOf(`${className}.${name}`, role !== null),
  };
}

/** `TokenList` and `setStatus` as words: "token list", "set status". */
function wordsOf(name: string): string {
  return name.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ').toLowerCase();
}

function argumentsOf(controller: Controller, name: string): readonly Argument[] {
  const given = (Reflect.getMetadata(ARGUMENTS, controller, name) ?? {}) as Readonly<
    Record<string, { readonly index: number; readonly data?: unknown }>
  >;
  const types = (Reflect.getMetadata('design:paramtypes', controller.prototype as object, name) ?? []) as unknown[];
  return Object.entries(given).map(([key, { index, data }]) => ({
    kind: key.split(':', 1)[0] ?? '',
    name: typeof data === 'string' ? data : null,
    type: types[index],
  }));
}

function queryParameters({ kind, name, type }: Argument, schemas: DtoSchemas): readonly Parameter[] {
  if (kind !== QUERY) return [];
  if (name !== null) return [{ name, in: 'query', schema: type === Number ? { type: 'number' } : { type: 'string' } }];
  if (!isDto(type)) return [];
  return schemas
    .propertiesOf(type)
    .map(property => ({ name: property.name, in: 'query', required: property.isRequired, schema: property.schema }));
}

function isDto(type: unknown): type is DtoClass {
  return typeof type === 'function' && /Dto(\$\d+)?$/.test(type.name);
}
