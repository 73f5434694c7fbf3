import { type OpenApiDocument } from './document';
import { type Operation, type Schema } from './schema';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }
code, pre { font-family: ui-monospace, monospace; font-size: .875rem; overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .5rem; border: 1px solid #8888; border-radius: 4px; }
nav { columns: 16rem; }
details { border-top: 1px solid #8886; padding: .25rem 0; }
summary { cursor: pointer; }
summary span { opacity: .8; }
b { display: inline-block; min-width: 4rem; font-family: ui-monospace, monospace; font-size: .875rem; }
`;

/** The document for reading: one page without scripts. */
export function pageOf(document: OpenApiDocument): string {
  const byTag = new Map<string, string[]>(document.tags.map(({ name }) => [name, []]));
  for (const [path, methods] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(methods)) {
      for (const tag of operation.tags) byTag.get(tag)?.push(entryOf(method, path, operation));
    }
  }
  const links = [...byTag.keys()].map(tag => `<li><a href="#${anchorOf(tag)}">${escaped(tag)}</a></li>`);
  const parts = [...byTag].map(
    ([tag, entries]) => `<section><h2 id="${anchorOf(tag)}">${escaped(tag)}</h2>${entries.join('')}</section>`,
  );
  const schemas = Object.entries((document.components.schemas ?? {}) as Readonly<Record<string, Schema>>).map(
    ([name, schema]) =>
      `<details id="schema-${escaped(name)}"><summary>${escaped(name)}</summary>${shown(schema)}</details>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sluice: every call</title><style>${STYLE}</style></head>
<body><main><h1>Sluice: every call</h1>
<p>Version ${escaped(String(document.info.version))}. For programs: <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<nav aria-label="Parts"><ul>${links.join('')}<li><a href="#schemas">Schemas</a></li></ul></nav>
${parts.join('\n')}
<section><h2 id="schemas">Schemas</h2>${schemas.join('\n')}</section></main></body></html>
`;
}

function entryOf(method: string, path: string, operation: Operation): string {
  const { summary, parameters, requestBody, security, responses } = operation;
  const needs = security.map(way => Object.keys(way).join(' and ')).join(', or ') || 'nothing';
  const answer = responses['200']?.content;
  return `<details><summary><b>${method.toUpperCase()}</b> <code>${escaped(path)}</code> <span>${escaped(summary)}</span></summary>
<p>Needs: ${escaped(needs)}.</p>${parameters ? `<p>Parameters</p>${shown(parameters)}` : ''}${requestBody ? `<p>Body</p>${shown(requestBody)}` : ''}${answer ? `<p>Response</p>${shown(answer)}` : ''}
<p>Status: ${Object.keys(responses).join(', ')}</p></details>`;
}

/** JSON, in which names of schemas lead to them. */
function shown(value: unknown): string {
  const json = escaped(JSON.stringify(value, null, 2));
  const linked = json.replaceAll(/#\/components\/schemas\/(\w+)/g, '<a href="#schema-$1">$1</a>');
  return `<pre>${linked}</pre>`;
}

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(/\W+/g, '-');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
