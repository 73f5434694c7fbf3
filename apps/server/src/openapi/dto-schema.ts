import { plainToInstance } from 'class-transformer';
import { getMetadataStorage } from 'class-validator';
import { reference, type Schema } from './schema';

/** A class whose properties have rules. */
export type DtoClass = new () => object;

interface Rule {
  readonly type: string;
  readonly name?: string;
  readonly propertyName: string;
  readonly constraints?: readonly unknown[];
  readonly each: boolean;
}

type Convert = (constraints: readonly unknown[]) => Schema;

/** What a rule of class-validator means for a value. */
const RULES: Readonly<Record<string, Convert>> = {
  isString: () => ({ type: 'string' }),
  isInt: () => ({ type: 'integer' }),
  isNumber: () => ({ type: 'number' }),
  isBoolean: () => ({ type: 'boolean' }),
  isObject: () => ({ type: 'object' }),
  isArray: () => ({ type: 'array' }),
  isIn: ([values]) => ({ enum: values }),
  min: ([minimum]) => ({ minimum }),
  max: ([maximum]) => ({ maximum }),
  minLength: ([minLength]) => ({ minLength }),
  maxLength: ([maxLength]) => ({ maxLength }),
  isNotEmpty: () => ({ minLength: 1 }),
  matches: ([pattern]) => ({ pattern: (pattern as RegExp).source }),
  arrayMaxSize: ([maxItems]) => ({ maxItems }),
};

const TYPES: ReadonlyMap<unknown, Schema> = new Map<unknown, Schema>([
  [String, { type: 'string' }],
  [Number, { type: 'number' }],
  [Boolean, { type: 'boolean' }],
  [Array, { type: 'array' }],
]);

/** The schemas of classes that the server checks bodies and queries with, by the names of the classes. */
export class DtoSchemas {
  private readonly known = new Map<string, Schema>();

  /**
   * @param taken names that other schemas have already
   * @param nulls the properties that take null, by class
   */
  constructor(
    private readonly taken: ReadonlySet<string>,
    private readonly nulls: Readonly<Record<string, readonly string[]>>,
  ) {}

  get all(): Readonly<Record<string, Schema>> {
    return Object.fromEntries([...this.known].sort(([left], [right]) => (left < right ? -1 : 1)));
  }

  /** The name under which `all` has the schema of a class. */
  nameOf(dto: DtoClass): string {
    const own = classNameOf(dto).replace(/Dto$/, '');
    const name = this.taken.has(own) ? `${own}Body` : own;
    if (!this.known.has(name)) {
      this.known.set(name, {}); // a class may hold itself
      this.known.set(name, this.schemaOf(dto));
    }
    return name;
  }

  /** The schema of each property, and whether it has to be sent. */
  propertiesOf(
    dto: DtoClass,
  ): readonly { readonly name: string; readonly schema: Schema; readonly isRequired: boolean }[] {
    const metadata = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false) as readonly Rule[];
    const initial = new dto() as Readonly<Record<string, unknown>>;
    const names = [...new Set(metadata.map(({ propertyName }) => propertyName))];
    return names.map(name => {
      const rules = metadata.filter(({ propertyName }) => propertyName === name);
      const isChecked = rules.some(({ type }) => type === 'customValidation' || type === 'nestedValidation');
      const isOptional = rules.some(({ type }) => type === 'conditionalValidation') || initial[name] !== undefined;
      const taken = this.propertySchema(dto, name, rules);
      const schema = this.nulls[classNameOf(dto)]?.includes(name) ? orNull(taken) : taken;
      const preset = initial[name] === undefined ? {} : { default: initial[name] };
      return { name, schema: { ...schema, ...preset }, isRequired: isChecked && !isOptional };
    });
  }

  private schemaOf(dto: DtoClass): Schema {
    const properties = this.propertiesOf(dto);
    const required = properties.filter(({ isRequired }) => isRequired).map(({ name }) => name);
    return {
      type: 'object',
      properties: Object.fromEntries(properties.map(({ name, schema }) => [name, schema])),
      ...(required.length > 0 && { required }),
    };
  }

  private propertySchema(dto: DtoClass, name: string, rules: readonly Rule[]): Schema {
    const type: unknown = Reflect.getMetadata('design:type', dto.prototype as object, name);
    if (rules.some(rule => rule.type === 'nestedValidation' && !rule.each))
      return reference(this.nameOf(type as DtoClass));
    const element = rules.some(rule => rule.type === 'nestedValidation') ? elementOf(dto, name) : null;
    const convert = (each: boolean): Schema =>
      Object.assign(
        {},
        ...rules.filter(rule => rule.each === each).map(rule => RULES[rule.name ?? '']?.(rule.constraints ?? []) ?? {}),
      ) as Schema;
    const own = convert(false);
    const items = element ? reference(this.nameOf(element)) : convert(true);
    const shape = 'type' in own || 'enum' in own ? own : { ...TYPES.get(type), ...own };
    return Object.keys(items).length > 0 ? { ...shape, type: 'array', items } : shape;
  }
}

function classNameOf(dto: DtoClass): string {
  return dto.name.replace(/\$\d+$/, '');
}

function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  if (Object.keys(schema).length === 0) return schema; // anything at all
  if (typeof type !== 'string' && !Array.isArray(values)) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    ...(typeof type === 'string' && { type: [type, 'null'] }),
    ...(Array.isArray(values) && { enum: [...(values as readonly unknown[]), null] }),
  };
}

/** The class of the elements of a list: TypeScript writes down only that it is a list, so one is made of nothing. */
function elementOf(dto: DtoClass, name: string): DtoClass | null {
  const made = plainToInstance(dto, { [name]: [{}] }) as Readonly<Record<string, readonly object[] | undefined>>;
  const found = made[name]?.[0]?.constructor as DtoClass | undefined;
  return found === undefined || (found as unknown) === Object ? null : found;
}
