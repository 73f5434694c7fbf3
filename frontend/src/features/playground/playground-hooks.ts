import { useDispatch, useSelector } from 'react-redux';
import { type BaseDispatch, type BaseState } from '../../base/store-hooks';
import { type PlaygroundState } from './playground-state';

/** The part of the store that the playground reads; it includes its own slice. */
export interface StateWithPlayground extends BaseState {
  readonly playground: PlaygroundState;
}

export type PlaygroundDispatch = BaseDispatch<StateWithPlayground>;

export const usePlaygroundDispatch = useDispatch.withTypes<PlaygroundDispatch>();
export const usePlaygroundSelector = useSelector.withTypes<StateWithPlayground>();
