import ts from 'typescript';

const { TypeFlags } = ts;

const NOTHING = TypeFlags.Undefined | TypeFlags.Void | TypeFlags.Never;
const ANYTHING = TypeFlags.Any | TypeFlags.Unknown | TypeFlags.NonPrimitive;
const LITERAL = TypeFlags.StringLiteral | TypeFlags.NumberLiteral;
const TEXT = TypeFlags.String | TypeFlags.TemplateLiteral | TypeFlags.StringMapping;

/** Whether a value of this type may be left out of JSON. */
export function mayBeMissing(type) {
  return type.isUnion() ? type.types.some(mayBeMissing) : (type.flags & NOTHING) !== 0;
}

/** The JSON schemas of TypeScript types, of those values that JSON can carry; interfaces become components. */
export class WireSchemas {
  /** The schemas of named types, by their names. */
  components = {};
  #program;
  #checker;
  #names = new Map();
  #open = [];

  constructor(program) {
    this.#program = program;
    this.#checker = program.getTypeChecker();
  }

  /** @returns null for a type that has no value in JSON */
  schemaOf(type) {
    if (type.flags & NOTHING) return null;
    const name = this.#nameOf(type);
    return name === null ? this.#inline(type) : this.#component(name, type);
  }

  /** The schema of a property, with what its declaration says of it. */
  propertySchema(symbol) {
    const schema = this.schemaOf(this.#checker.getTypeOfSymbol(symbol));
    return schema && { ...schema, ...this.#description(symbol) };
  }

  #component(name, type) {
    const own = this.#names.get(type) ?? this.#freeName(name);
    if (!this.#names.has(type)) {
      this.#names.set(type, own);
      this.components[own] = {}; // a type may hold itself
      const symbol = type.aliasSymbol ?? type.symbol;
      this.components[own] = { ...this.#description(symbol), ...this.#inline(type) };
    }
    return { $ref: `#/components/schemas/${own}` };
  }

  #freeName(name) {
    for (let number = 1; ; number++) {
      const free = number === 1 ? name : `${name}${number}`;
      if (!(free in this.components)) return free;
    }
  }

  /** The name of an interface, or of an alias of objects. What is made of type arguments, or of plain values, has none. */
  #nameOf(type) {
    if (this.#isBuiltIn(type)) return null;
    const isPlain = !(type.flags & TypeFlags.Object) && !(type.isUnionOrIntersection() && type.types.some(holdsObject));
    if (isPlain || this.#isList(type)) return null;
    if (type.aliasSymbol) return type.aliasTypeArguments?.length ? null : type.aliasSymbol.name;
    if (!type.isClassOrInterface() || type.typeParameters?.length) return null;
    return type.symbol.name;
  }

  #isList(type) {
    return this.#checker.isArrayType(type) || this.#checker.isTupleType(type);
  }

  /** Whether it is a class of the language, such as a buffer; in answers they only stand in types of libraries. */
  #isBuiltIn(type) {
    const { symbol } = type;
    if (!symbol || !(symbol.flags & (ts.SymbolFlags.Class | ts.SymbolFlags.Interface)) || this.#isList(type))
      return false;
    const [declaration] = symbol.declarations ?? [];
    return declaration !== undefined && this.#program.isSourceFileDefaultLibrary(declaration.getSourceFile());
  }

  #inline(type) {
    if (this.#open.includes(type)) throw new Error(`${this.#text(type)} holds itself and has no name`);
    this.#open.push(type);
    try {
      return this.#convert(type);
    } finally {
      this.#open.pop();
    }
  }

  #convert(type) {
    const { flags } = type;
    if (flags & ANYTHING) return {};
    if (type.isUnion()) return this.#union(type.types);
    if (flags & LITERAL) return { type: typeof type.value, enum: [type.value] };
    if (flags & TypeFlags.BooleanLiteral) return { type: 'boolean', enum: [type.intrinsicName === 'true'] };
    if (flags & TEXT) return { type: 'string' };
    if (flags & TypeFlags.Number) return { type: 'number' };
    if (flags & TypeFlags.Null) return { type: 'null' };
    if (flags & TypeFlags.TypeParameter) return {};
    // A text or number with a mark that only the compiler sees.
    const marked = type.isIntersection() && type.types.find(part => part.flags & (TEXT | TypeFlags.Number));
    if (marked) return this.#convert(marked);
    if (flags & (TypeFlags.Object | TypeFlags.Intersection)) return this.#object(type);
    throw new Error(`${this.#text(type)} has no form in JSON`);
  }

  #union(types) {
    const present = types.filter(type => !(type.flags & NOTHING));
    const rest = present.filter(type => !(type.flags & (LITERAL | TypeFlags.BooleanLiteral | TypeFlags.Null)));
    const parts = rest.map(type => this.schemaOf(type));
    for (const flag of [TypeFlags.StringLiteral, TypeFlags.NumberLiteral]) {
      const values = present
        .filter(type => type.flags & flag)
        .map(({ value }) => value)
        .toSorted(byOrder);
      if (values.length > 0) parts.push({ type: typeof values[0], enum: values });
    }
    const truths = present.filter(type => type.flags & TypeFlags.BooleanLiteral);
    if (truths.length === 2) parts.push({ type: 'boolean' });
    if (truths.length === 1) parts.push(this.#convert(truths[0]));
    if (parts.some(part => Object.keys(part).length === 0)) return {}; // anything at all
    const mayBeNull = present.some(type => type.flags & TypeFlags.Null);
    if (mayBeNull) return orNull(parts);
    return parts.length === 1 ? parts[0] : { anyOf: parts };
  }

  #object(type) {
    const checker = this.#checker;
    if (checker.isTupleType(type)) return this.#tuple(type);
    if (checker.isArrayType(type))
      return { type: 'array', items: this.schemaOf(checker.getTypeArguments(type)[0]) ?? {} };
    if (this.#isBuiltIn(type)) return type.symbol.name === 'Date' ? { type: 'string', format: 'date-time' } : {};
    if (type.getCallSignatures().length > 0) throw new Error(`${this.#text(type)} has no form in JSON`);
    const { properties, required } = this.#properties(type);
    const index = checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const values = index ? { additionalProperties: this.schemaOf(index.type) ?? {} } : {};
    return {
      type: 'object',
      ...(Object.keys(properties).length > 0 && { properties }),
      ...(required.length > 0 && { required }),
      ...values,
    };
  }

  #tuple(type) {
    const items = this.#checker.getTypeArguments(type).map(part => this.schemaOf(part) ?? {});
    return { type: 'array', prefixItems: items, minItems: items.length, maxItems: items.length };
  }

  #properties(type) {
    const properties = {};
    const required = [];
    for (const symbol of this.#checker.getPropertiesOfType(type)) {
      let schema;
      try {
        schema = this.propertySchema(symbol);
      } catch (error) {
        throw new Error(`${this.#text(type)}.${symbol.name}: ${error.message}`, { cause: error });
      }
      if (schema === null) continue;
      properties[symbol.name] = schema;
      const isOptional = symbol.flags & ts.SymbolFlags.Optional || mayBeMissing(this.#checker.getTypeOfSymbol(symbol));
      if (!isOptional) required.push(symbol.name);
    }
    return { properties, required };
  }

  /** The comment of a declaration of ours: comments of packages speak of their own documents. */
  #description(symbol) {
    const [declaration] = symbol.declarations ?? [];
    if (declaration && this.#program.isSourceFileFromExternalLibrary(declaration.getSourceFile())) return {};
    const text = ts.displayPartsToString(symbol.getDocumentationComment(this.#checker));
    return text === '' ? {} : { description: text.replaceAll(/\s*\n\s*/g, ' ') };
  }

  #text(type) {
    return this.#checker.typeToString(type);
  }
}

function holdsObject(type) {
  return type.isUnionOrIntersection() ? type.types.some(holdsObject) : (type.flags & TypeFlags.Object) !== 0;
}

function byOrder(left, right) {
  return left < right ? -1 : 1;
}

/** A schema that also takes null. */
function orNull(parts) {
  const [only] = parts;
  if (parts.length !== 1 || typeof only.type !== 'string') return { anyOf: [...parts, { type: 'null' }] };
  return { ...only, type: [only.type, 'null'], ...(only.enum && { enum: [...only.enum, null] }) };
}
