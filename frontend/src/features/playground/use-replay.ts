import { PLAYGROUND_REFUSED_PREFIX } from '@contracts';
import { type TFunction } from 'i18next';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { usePlaygroundDispatch, usePlaygroundSelector } from './playground-hooks';
import { openSession } from './answering';
import { placeOfCall } from './conversation';
import { sessionChosen, settingsChanged } from './playground-slice';
import { readReplay, withoutReplay, type ReplayRequest } from './replay-request';
import { type SettingsChoice } from './use-playground-settings';

type Remark = 'prompt' | 'found' | 'gone' | 'group' | 'model' | 'refused' | 'invalid';

/** The state of the replay of a call from the log. */
export interface Replay {
  /** What the page says about the replay; empty when there is none. */
  readonly remarks: readonly string[];
  /** The id of the call's question, when its conversation is kept here. */
  readonly questionId: string | null;
  /** True when the reader has to write a new message. */
  readonly isToBeWritten: boolean;
  readonly dismiss: () => void;
}

/** The stages of a replay: its settings wait for the groups, its model waits for the list of the group's models. */
type Stage = 'groups' | 'models' | 'done';

interface Progress {
  readonly wanted: ReplayRequest | null;
  readonly stage: Stage;
}

/** The next stage of a replay, unless another one has begun in the meantime. */
function advanced(wanted: ReplayRequest, stage: Stage): (before: Progress) => Progress {
  return before => (before.wanted === wanted ? { wanted, stage } : before);
}

function sentenceOf(remark: Remark, wanted: ReplayRequest | null, t: TFunction): string {
  const sentences: Readonly<Record<Remark, () => string>> = {
    prompt: () => t('playground.replay_prompt'),
    found: () => t('playground.replay_found'),
    gone: () => t('playground.replay_gone'),
    group: () => t('playground.replay_group', { group: wanted?.group ?? '' }),
    model: () => t('playground.replay_model', { model: wanted?.model ?? '' }),
    refused: () => t('playground.o1'),
    invalid: () => t('playground.replay_invalid'),
  };
  return sentences[remark]();
}

/** Applies the settings of a call that the address names, once, and says which could not be applied. */
export function useReplay(choice: SettingsChoice): Replay {
  const { t } = useTranslation();
  const dispatch = usePlaygroundDispatch();
  const [parameters, setParameters] = useSearchParams();
  const sessions = usePlaygroundSelector(state => state.playground.sessions);
  const handled = useRef('');
  const [{ wanted, stage }, setProgress] = useState<Progress>({ wanted: null, stage: 'done' });
  const [remarks, setRemarks] = useState<readonly Remark[]>([]);
  const [questionId, setQuestionId] = useState<string | null>(null);
  const { groups, models, isLoading, hasFailed } = choice;
  const areGroupsKnown = Object.keys(groups).length > 0;

  useEffect(() => {
    const asked = readReplay(parameters);
    const address = asked === null ? '' : parameters.toString();
    // The address is cleared a moment later, and the changes made here render the page again before that.
    if (handled.current === address) return;
    handled.current = address;
    if (asked === null) return;
    setParameters(withoutReplay, { replace: true });
    if (asked === 'invalid') return setRemarks(['invalid']);
    const place = placeOfCall(sessions, asked.requestId);
    dispatch(place ? sessionChosen(place.sessionId) : openSession());
    setQuestionId(place?.questionId ?? null);
    setRemarks([place ? 'found' : asked.requestId === '' ? 'prompt' : 'gone']);
    setProgress({ wanted: asked, stage: 'groups' });
  }, [dispatch, parameters, sessions, setParameters]);

  useEffect(() => {
    if (stage !== 'groups' || !wanted || !areGroupsKnown) return;
    const { model, group, stream, effort } = wanted;
    const isGroupGone = group !== '' && !Object.hasOwn(groups, group);
    const isRefused = model.startsWith(PLAYGROUND_REFUSED_PREFIX);
    const ownGroup = group === '' || isGroupGone ? {} : { group };
    dispatch(settingsChanged({ stream, reasoning_effort: effort, ...ownGroup, ...(isRefused ? {} : { model }) }));
    if (isGroupGone) setRemarks(before => [...before, 'group']);
    if (isRefused) setRemarks(before => [...before, 'refused']);
    setProgress(advanced(wanted, isRefused ? 'done' : 'models'));
  }, [areGroupsKnown, dispatch, groups, stage, wanted]);

  useEffect(() => {
    if (stage !== 'models' || !wanted || isLoading || hasFailed) return;
    if (!models.includes(wanted.model)) setRemarks(before => [...before, 'model']);
    setProgress(advanced(wanted, 'done'));
  }, [hasFailed, isLoading, models, stage, wanted]);

  return {
    remarks: remarks.map(remark => sentenceOf(remark, wanted, t)),
    questionId,
    isToBeWritten: wanted !== null && questionId === null,
    dismiss: () => setRemarks([]),
  };
}
