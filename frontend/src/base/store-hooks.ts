import { type ThunkDispatch, type UnknownAction } from '@reduxjs/toolkit';
import { useDispatch, useSelector } from 'react-redux';
import { type AppearanceState } from './appearance/appearance-slice';
import { type SessionState } from './session/session-slice';

/** The part of the store that every component may read. The store has more: a feature names its own slice by itself. */
export interface BaseState {
  readonly session: SessionState;
  readonly appearance: AppearanceState;
}

export type BaseDispatch<State = BaseState> = ThunkDispatch<State, undefined, UnknownAction>;

export const useAppDispatch = useDispatch.withTypes<BaseDispatch>();
export const useAppSelector = useSelector.withTypes<BaseState>();
