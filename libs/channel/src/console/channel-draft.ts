import { splitList, type ChannelSave } from '@contracts';
import { type SecretBox } from '@platform';
import { type CatalogChannel } from '../catalog/catalog-channel';
import { noSettings, openProxy, readSettings, toCatalogShape, writeSettings } from '../catalog/channel-settings';
import { parseModelMapping } from '../catalog/model-mapping';
import { keysOf, newColumns } from './channel-fields';
import { shapeColumns } from './channel-shape-fields';

/** What stands in for fields that a form may still lack. */
const UNNAMED = 'preview';

/**
 * A channel that is not saved, as the relay would see it; it is never in the catalogue.
 *
 * @param saved the channel that the form edits, whose key is used where the form has none, and whose proxy where the
 *   form has none or shows it masked
 * @throws AppError CHANNEL_* with the rule that was broken
 */
export function draftChannel(
  body: Partial<ChannelSave>,
  saved: Pick<CatalogChannel, 'key' | 'proxy'> | null,
  box: SecretBox,
): CatalogChannel {
  const whole = { ...body, name: body.name?.trim() || UNNAMED, key: UNNAMED, models: body.models?.trim() || UNNAMED };
  const columns = newColumns(whole);
  const [typed = ''] = keysOf(body.key ?? '', columns.type);
  const stored = saved?.proxy ? writeSettings({ ...noSettings, proxy: box.seal('channel-proxy', saved.proxy) }) : '';
  const settings = readSettings(shapeColumns(body, stored, box).settings ?? stored);
  return {
    ...columns,
    ...toCatalogShape({ ...settings, proxy: openProxy(settings, box) }),
    id: 0,
    key: typed || (saved?.key ?? ''),
    keyHash: '',
    keys: [],
    hasSeveralKeys: false,
    organization: columns.openaiOrganization,
    status: 1,
    models: splitList(columns.models),
    groups: splitList(columns.group),
    modelMapping: parseModelMapping(columns.modelMapping),
    statusCodeMapping: null,
  };
}
