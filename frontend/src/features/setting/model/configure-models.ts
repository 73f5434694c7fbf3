import { type Manufacturer, type ManufacturerModel } from '@contracts';
import { makerNamed, makerOf, modelMakers, type ModelMaker } from '../../../shared/model/model-makers';
import { tagsByName } from '../../../shared/model/model-tags';

interface Configured {
  readonly list: readonly Manufacturer[];
  /** The number of added models. */
  readonly count: number;
}

function toEntry(model: string): ManufacturerModel {
  return {
    model_name: model,
    type: tagsByName(model),
    illustrate: '',
  };
}

/**
 * Adds models to the manufacturers given by the beginnings of their names, and creates missing manufacturers, which
 * need no image because the known ones have theirs. Existing entries stay unchanged, and a model that the list contains
 * anywhere is not added again. Models of no known family are left out.
 */
export function configureModels(list: readonly Manufacturer[], models: readonly string[]): Configured {
  const present = new Set(list.flatMap(item => item.models.map(model => model.model_name.trim())));
  const added = [...new Set(models)].filter(model => !present.has(model) && makerOf(model) !== null).toSorted();
  const entriesOf = (maker: ModelMaker | null) => added.filter(model => maker && makerOf(model) === maker).map(toEntry);

  const taken = new Set<ModelMaker>();
  const grown = list.map(item => {
    const maker = makerNamed(item.Manufacturer);
    if (!maker || taken.has(maker)) return item;
    taken.add(maker);
    return { ...item, models: [...item.models, ...entriesOf(maker)] };
  });
  const fresh = modelMakers
    .filter(maker => !taken.has(maker) && entriesOf(maker).length > 0)
    .map(maker => ({ Manufacturer: maker.name, icon: '', description: '', models: entriesOf(maker) }));
  return { list: [...grown, ...fresh], count: added.length };
}
