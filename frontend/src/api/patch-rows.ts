import { type ThunkAction, type UnknownAction } from '@reduxjs/toolkit';
import { baseApi } from './base-api';
import { type ListAnswer } from './envelope-base-query';
import { oneOf, type TagType } from './tags';

/** Selects cached list results: those of one endpoint whose rows carry the tag. */
interface RowPlace {
  readonly endpoint: string;
  readonly tag: TagType;
  readonly id: number;
}

/** Restores the values that the patch replaced. */
type UndoPatch = () => void;

type StateWithAnswers = Parameters<typeof baseApi.util.selectInvalidatedBy>[0];
type PatchThunk = ThunkAction<UndoPatch, StateWithAnswers, unknown, UnknownAction>;

/**
 * Changes one row on every cached page that shows it, without a call to the server. It is used before the response, for
 * switches that must move at once, or with the response, which holds the new values.
 */
export function patchRow<Row extends { readonly id: number }>(
  { endpoint, tag, id }: RowPlace,
  changes: Partial<Row>,
): PatchThunk {
  return (dispatch, getState) => {
    const recipe = ({ rows }: ListAnswer<Row>) => {
      const row = rows.find(candidate => candidate.id === id);
      if (row) Object.assign(row, changes);
    };
    const patches = baseApi.util
      .selectInvalidatedBy(getState(), [oneOf(tag, id)])
      .filter(({ endpointName }) => endpointName === endpoint)
      // The base slice knows no endpoint by type; each feature injects its own.
      .map(({ originalArgs }) =>
        dispatch(baseApi.util.updateQueryData(endpoint as never, originalArgs as never, recipe as never)),
      );
    return () => patches.forEach(({ undo }) => undo());
  };
}
