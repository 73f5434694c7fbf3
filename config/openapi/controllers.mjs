import { relative } from 'node:path';
import ts from 'typescript';
import { mayBeMissing, WireSchemas } from './wire-schemas.mjs';

const VERBS = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete']);
const OURS = /\/(apps|libs)\/[^/]+\/src\//;
/** Interfaces that say what raw routes answer, by method and path. */
const RAW_ANSWERS = [
  ['libs/task/src/routes/openai-video/video-answers.ts', 'VideoAnswers'],
  ['libs/task/src/routes/kling/kling-answers.ts', 'KlingAnswers'],
  ['libs/task/src/routes/luma/luma-answers.ts', 'LumaAnswers'],
  ['libs/task/src/routes/runway/runway-answers.ts', 'RunwayAnswers'],
  ['libs/task/src/routes/suno/suno-answers.ts', 'SunoAnswers'],
  ['libs/midjourney/src/view/drawing-answers.ts', 'DrawingAnswers'],
];
const SOURCE = /\/(apps|libs)\/[^/]+\/src\/.*\.controller\.ts$/;

/**
 * What the console's routes answer, read off the types that their methods return: `data`, and the fields beside it that
 * the `new Answer` of the method gives.
 *
 * @returns the routes by `Class.method`, the raw ones by method and path, the schemas that they name, and what takes null in bodies
 */
export function describeAnswers(root) {
  const config = ts.getParsedCommandLineOfConfigFile(`${root}/apps/server/tsconfig.app.json`, {}, parseHost());
  const controllers = config.fileNames.filter(path => SOURCE.test(path));
  const raw = RAW_ANSWERS.map(([path, name]) => [`${root}/${path}`, name]);
  const rootNames = [...controllers, ...raw.map(([path]) => path)];
  const program = ts.createProgram({ rootNames, options: { ...config.options, noEmit: true, incremental: false } });
  const checker = program.getTypeChecker();
  const schemas = new WireSchemas(program);
  const fields = declaredType(program, `${root}/libs/contracts/src/envelope.ts`, 'EnvelopeExtras');
  const reader = { checker, schemas, fields };
  schemas.schemaOf(fields); // refusals may have any of them
  const routes = {};
  for (const path of controllers.toSorted()) {
    for (const { name, method, parent } of routeMethods(program.getSourceFile(path))) {
      if (name in routes) throw new Error(`Two controllers have the route ${name}: ${relative(root, path)}`);
      try {
        routes[name] = answerOf(method, parent, reader);
      } catch (error) {
        throw new Error(`${relative(root, path)}, ${name}: ${error.message}`, { cause: error });
      }
    }
  }
  const raws = Object.assign({}, ...raw.map(([path, name]) => schemasIn(declaredType(program, path, name), reader)));
  return { routes, raw: raws, schemas: sorted(schemas.components), nulls: nullsOf(program) };
}

function schemasIn(type, { checker, schemas }) {
  return Object.fromEntries(
    checker.getPropertiesOfType(type).map(property => [property.name, schemas.propertySchema(property)]),
  );
}

/** The properties that take null, by the class that checks a body: at run time a class knows nothing of it. */
function nullsOf(program) {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => OURS.test(fileName));
  const classes = files.flatMap(file => file.statements.filter(ts.isClassDeclaration));
  const entries = classes
    .filter(({ name }) => name?.text.endsWith('Dto'))
    .map(({ name }) => {
      const properties = checker.getPropertiesOfType(
        checker.getDeclaredTypeOfSymbol(checker.getSymbolAtLocation(name)),
      );
      const taking = properties.filter(property => takesNull(checker.getTypeOfSymbol(property)));
      return [name.text, taking.map(property => property.name)];
    });
  return sorted(Object.fromEntries(entries.filter(([, names]) => names.length > 0)));
}

function takesNull(type) {
  return type.isUnion() && type.types.some(part => part.flags & ts.TypeFlags.Null);
}

function sorted(components) {
  return Object.fromEntries(Object.entries(components).toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

function declaredType(program, path, name) {
  const checker = program.getTypeChecker();
  const file = checker.getSymbolAtLocation(program.getSourceFile(path));
  return checker.getDeclaredTypeOfSymbol(file.exports.get(name));
}

function parseHost() {
  const onUnRecoverableConfigFileDiagnostic = ({ messageText }) => {
    throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
  };
  return { ...ts.sys, onUnRecoverableConfigFileDiagnostic };
}

function* routeMethods(source) {
  for (const parent of source.statements.filter(ts.isClassDeclaration)) {
    for (const method of parent.members.filter(ts.isMethodDeclaration)) {
      const isRoute = decoratorsOf(method).some(({ name }) => VERBS.has(name));
      if (isRoute) yield { name: `${parent.name.text}.${method.name.text}`, method, parent };
    }
  }
}

function decoratorsOf(node) {
  return (ts.getDecorators(node) ?? [])
    .map(({ expression }) => expression)
    .filter(ts.isCallExpression)
    .map(call => ({ name: call.expression.getText(), isBare: call.arguments.length === 0 }));
}

/** A method that is given the whole response writes it itself. */
function writesItself(method) {
  return method.parameters.flatMap(decoratorsOf).some(({ name, isBare }) => name === 'Res' && isBare);
}

function answerOf(method, parent, reader) {
  const { checker, schemas } = reader;
  if (writesItself(method)) return { kind: 'own' };
  const returned = checker.getReturnTypeOfSignature(checker.getSignatureFromDeclaration(method));
  const result = checker.getAwaitedType(returned) ?? returned;
  const isAnswer = result.symbol?.name === 'Answer';
  const type = isAnswer ? checker.getTypeArguments(result)[0] : result;
  if (type.flags & ts.TypeFlags.Any) throw new Error('what it answers has no type');
  const data = schemas.schemaOf(type);
  const extras = isAnswer ? extrasIn(method, parent, reader) : {};
  return {
    kind: 'envelope',
    ...(data !== null && { data, isOptional: mayBeMissing(type) }),
    ...(Object.keys(extras).length > 0 && { extras }),
  };
}

/** The fields beside `data`: of each `new Answer` in a method, or in those of its class that it calls. */
function extrasIn(method, parent, reader, seen = new Set()) {
  const found = {};
  if (seen.has(method)) return found;
  seen.add(method);
  const visit = node => {
    if (ts.isNewExpression(node) && node.expression.getText() === 'Answer') {
      Object.assign(found, extrasOfAnswer(node, reader));
    }
    const called = calledOnThis(node, parent);
    if (called) Object.assign(found, extrasIn(called, parent, reader, seen));
    ts.forEachChild(node, visit);
  };
  ts.forEachChild(method, visit);
  return found;
}

function calledOnThis(node, parent) {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const { expression, name } = node.expression;
  if (expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
  return parent.members.find(member => ts.isMethodDeclaration(member) && member.name.getText() === name.text);
}

/** Which fields there are, the expression says; what they hold, the declaration of all of them. */
function extrasOfAnswer({ arguments: [, options] = [] }, { checker, schemas, fields }) {
  const given = options && checker.getTypeAtLocation(options).getProperty('extras');
  if (!given) return {};
  const names = checker
    .getTypeOfSymbol(given)
    .getProperties()
    .map(({ name }) => name);
  return Object.fromEntries(names.map(name => [name, schemas.propertySchema(fields.getProperty(name))]));
}
