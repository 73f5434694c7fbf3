import { Button, Card, H5, Tab, Tabs } from '@blueprintjs/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ModelIcon } from '../../shared/model/ModelIcon';
import { useCopy } from '../../shared/copy/use-copy';
import { useListGroupLabelsQuery } from '../../base/site/site-api';
import { useListModelsQuery } from '../../base/session/user-api';
import { CardState } from './CardState';

function Models({ group }: { readonly group: string }) {
  const { t } = useTranslation();
  const copy = useCopy();
  const query = useListModelsQuery({ group });
  return (
    <CardState query={query}>
      {models =>
        models.length === 0 ? (
          <p className="muted">{t('personal.no_models')}</p>
        ) : (
          <div className="model-chips">
            {models.map(model => (
              <Button
                key={model}
                size="small"
                variant="outlined"
                icon={<ModelIcon model={model} size={14} />}
                text={model}
                aria-label={t('common.copy_value', { text: model })}
                onClick={() => copy(model)}
              />
            ))}
          </div>
        )
      }
    </CardState>
  );
}

/** The models of each group that the account may use; a click copies a name. */
export function ModelCard() {
  const { t } = useTranslation();
  const query = useListGroupLabelsQuery();
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <Card className="draft-card">
      <H5>{t('personal.models')}</H5>
      <p className="muted">{t('personal.models_hint')}</p>
      <CardState query={query}>
        {labels => {
          const groups = Object.keys(labels);
          const selected = chosen !== null && groups.includes(chosen) ? chosen : groups[0];
          return selected === undefined ? (
            <p className="muted">{t('personal.no_models')}</p>
          ) : (
            <div className="setting-tabs">
              <Tabs
                id="model-groups"
                renderActiveTabPanelOnly
                selectedTabId={selected}
                onChange={group => setChosen(String(group))}
              >
                {groups.map(group => (
                  <Tab key={group} id={group} title={labels[group] || group} panel={<Models group={group} />} />
                ))}
              </Tabs>
            </div>
          );
        }}
      </CardState>
    </Card>
  );
}
