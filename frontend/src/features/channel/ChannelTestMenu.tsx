import { InputGroup, Menu } from '@blueprintjs/core';
import { Search } from '@blueprintjs/icons';
import { splitList, type ChannelView } from '@contracts';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { suggestionsFor, SUGGESTIONS_MAX } from '../../shared/form/suggestions';
import { MenuItem } from '../../shared/display/MenuItem';

/** From this number of models on, a search is quicker than reading. */
const SEARCH_FROM = 12;

interface ChannelTestMenuProps {
  readonly channel: ChannelView;
  readonly onTest: (model: string) => void;
}

/** The models with which a channel can be tested. Of a long list only some are drawn; the search finds the others. */
export function ChannelTestMenu({ channel, onTest }: ChannelTestMenuProps) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const models = useMemo(() => splitList(channel.models), [channel.models]);
  const offered = suggestionsFor({ text, options: models, values: [] });
  return (
    <div>
      {models.length > SEARCH_FROM && (
        <InputGroup
          className="menu-search"
          type="search"
          leftIcon={<Search />}
          aria-label={t('channel.search_model')}
          placeholder={t('channel.search_model')}
          value={text}
          onValueChange={setText}
        />
      )}
      <Menu className="suggestions">
        {offered.map(model => (
          <MenuItem key={model} text={model} onClick={() => onTest(model)} />
        ))}
      </Menu>
      {text === '' && models.length > SUGGESTIONS_MAX && (
        <p className="choice-note muted">{t('common.choices_more', { count: models.length - SUGGESTIONS_MAX })}</p>
      )}
    </div>
  );
}
