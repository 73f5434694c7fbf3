import { startRelayScene, type RelayScene } from './relay-scene';
import { type TestAppOptions } from '../servers/test-app';
import { providerWires, wires, type WireName } from '../fakes/provider-wires';

/** Makes model names that only one provider has; o3-pro exists only on Responses. */
export function modelsNamed(prefix: string): (wire: WireName) => string {
  return wire => (wire === 'responses' ? 'o3-pro' : `${prefix}-${wire}`);
}

/** A scene in which each provider has a channel, and a model of its own whose tokens cost one unit. */
export async function startWireScene(
  modelFor: (wire: WireName) => string,
  options: TestAppOptions = {},
): Promise<RelayScene> {
  const scene = await startRelayScene(options);
  await scene.app.make.option('ModelRatio', JSON.stringify(Object.fromEntries(wires.map(wire => [modelFor(wire), 1]))));
  for (const wire of wires) {
    const { type } = providerWires[wire];
    await scene.app.make.channel({ type, base_url: scene.upstream.url, models: modelFor(wire) });
  }
  return scene;
}
