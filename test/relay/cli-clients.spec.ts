import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cliClients } from '../support/clients/cli-clients';
import { describeCli, runCli, temporaryPlace } from '../support/clients/cli-programs';
import {
  anthropicForm,
  chatForm,
  geminiForm,
  playTurn,
  resultsSeen,
  type UpstreamForm,
} from '../support/fakes/cli-turn';
import { startRelayScene, type RelayScene } from '../support/scenes/relay-scene';

const FORMS = { 'chat completions': chatForm, Messages: anthropicForm, generateContent: geminiForm };
const TEST_MS = 60_000;

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
});
afterAll(() => scene.close());

describe.each(cliClients)('$name', client => {
  describeCli(client.name, binary => {
    const foreign = Object.entries(FORMS).filter(([, form]) => form !== client.ownForm);
    it.each(foreign)(
      'takes a turn with a tool when the upstream speaks %s',
      async (_name, form) => {
        const { app, upstream } = scene;
        const place = temporaryPlace();
        const channelId = await channelOf(form, client.model);
        const before = (await scene.consumption(0)).length;
        const [note, sentence] = [`heron ${randomUUID()}`, `The heron ${randomUUID()} has landed.`];
        upstream.reset();
        upstream.script(playTurn(form, { shells: client.shells, sentence }));
        const { args, environment, files } = client.start({ url: app.url, key: scene.key });
        try {
          writeAll(place.home, files);
          writeAll(place.folder, { 'note.txt': note });
          const run = await runCli({ binary, args, environment, folder: place.folder, home: place.home });
          expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining(sentence) });
          // The client ran the command, and the upstream got its output.
          expect(readFileSync(join(place.folder, 'copy.txt'), 'utf8')).toBe(note);
          expect(resultsSeen(form, upstream.calls)).toContain(note);
          await everyCallIsBooked(form, before);
        } finally {
          place.remove();
          await app.root.delete(`/api/channel/${channelId}`);
        }
      },
      TEST_MS,
    );
  });
});

/** The only channel for the model, so the channel type decides which format the upstream gets. */
async function channelOf(form: UpstreamForm, model: string): Promise<number> {
  const { url } = scene.upstream;
  await scene.app.make.option('ModelRatio', { [model]: 1 });
  return scene.app.make.channel({ type: form.channelType, base_url: url + form.basePath, models: model });
}

/** One row with a charge for each answer of the upstream, and no open reservation. */
async function everyCallIsBooked(form: UpstreamForm, before: number): Promise<void> {
  const chats = scene.upstream.calls.filter(form.isChat).length;
  await scene.settled();
  const rows = await scene.consumption(before + chats);
  expect(rows).toHaveLength(before + chats);
  expect(rows.slice(0, chats).filter(row => row.quota === 0)).toEqual([]);
  expect((await scene.app.verifyLedger()).differences).toEqual([]);
}

function writeAll(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
