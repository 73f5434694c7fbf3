import { type Manufacturer, type ManufacturerModel } from '@contracts';
import { parseManufacturers } from '../../../shared/model/manufacturers';
import { writeManufacturers } from './manufacturer-text';

/** A model that is edited; the id identifies the row while names change. */
export interface ModelRow {
  readonly id: number;
  readonly model: ManufacturerModel;
}

export interface ManufacturerRow {
  readonly id: number;
  readonly name: string;
  readonly icon: string;
  readonly description: string;
  readonly models: readonly ModelRow[];
}

export type ManufacturerPatch = Partial<Pick<ManufacturerRow, 'name' | 'icon' | 'description'>>;

interface ManufacturerState {
  readonly rows: readonly ManufacturerRow[];
  /** The saved text that the rows were made from or last compared with. */
  readonly saved: string;
}

export type ManufacturerAction =
  | { readonly kind: 'add' }
  | { readonly kind: 'change'; readonly id: number; readonly patch: ManufacturerPatch }
  | { readonly kind: 'delete'; readonly id: number }
  | { readonly kind: 'move'; readonly id: number; readonly step: 1 | -1 }
  | { readonly kind: 'addModel'; readonly id: number }
  | {
      readonly kind: 'changeModel';
      readonly id: number;
      readonly modelId: number;
      readonly patch: Partial<ManufacturerModel>;
    }
  | { readonly kind: 'deleteModel'; readonly id: number; readonly modelId: number }
  | { readonly kind: 'replace'; readonly list: readonly Manufacturer[] }
  | { readonly kind: 'saved'; readonly text: string };

let lastId = 0;

function nextId(): number {
  return (lastId += 1);
}

const emptyModel: ManufacturerModel = { model_name: '', type: [], illustrate: '' };

function toRows(list: readonly Manufacturer[]): readonly ManufacturerRow[] {
  return list.map(({ Manufacturer: name, icon, description, models }) => ({
    id: nextId(),
    name,
    icon,
    description,
    models: models.map(model => ({ id: nextId(), model })),
  }));
}

export function toList(rows: readonly ManufacturerRow[]): readonly Manufacturer[] {
  return rows.map(({ name, icon, description, models }) => ({
    Manufacturer: name,
    icon,
    description,
    models: models.map(({ model }) => model),
  }));
}

/** The text to save. */
export function textOfRows(rows: readonly ManufacturerRow[]): string {
  return writeManufacturers(toList(rows));
}

function tidy(text: string): string {
  return writeManufacturers(parseManufacturers(text) ?? []);
}

/** True when leaving would lose changes. */
export function isChanged({ rows, saved }: ManufacturerState): boolean {
  return textOfRows(rows) !== tidy(saved);
}

/** Starts with the saved list; a damaged option is shown as empty and can be filled again. */
export function startManufacturers(saved: string): ManufacturerState {
  return {
    rows: toRows(parseManufacturers(saved) ?? []),
    saved,
  };
}

function moved(rows: readonly ManufacturerRow[], id: number, step: number): readonly ManufacturerRow[] {
  const from = rows.findIndex(row => row.id === id);
  const row = rows[from];
  const other = rows[from + step];
  return row && other ? rows.with(from, other).with(from + step, row) : rows;
}

/** Takes over a list saved elsewhere, unless there are unsaved changes here. */
function withSaved(state: ManufacturerState, text: string): ManufacturerState {
  const isOver = isChanged(state) || textOfRows(state.rows) === tidy(text);
  return isOver ? { ...state, saved: text } : startManufacturers(text);
}

function changeRow(
  state: ManufacturerState,
  id: number,
  change: (row: ManufacturerRow) => ManufacturerRow,
): ManufacturerState {
  return { ...state, rows: state.rows.map(row => (row.id === id ? change(row) : row)) };
}

/** The list after one action of its editor. */
export function manufacturerReducer(state: ManufacturerState, action: ManufacturerAction): ManufacturerState {
  switch (action.kind) {
    case 'add':
      return { ...state, rows: [...state.rows, { id: nextId(), name: '', icon: '', description: '', models: [] }] };
    case 'change':
      return changeRow(state, action.id, row => ({ ...row, ...action.patch }));
    case 'delete':
      return { ...state, rows: state.rows.filter(row => row.id !== action.id) };
    case 'move':
      return { ...state, rows: moved(state.rows, action.id, action.step) };
    case 'addModel':
      return changeRow(state, action.id, row => ({
        ...row,
        models: [...row.models, { id: nextId(), model: emptyModel }],
      }));
    case 'changeModel':
      return changeRow(state, action.id, row => ({
        ...row,
        models: row.models.map(entry =>
          entry.id === action.modelId ? { ...entry, model: { ...entry.model, ...action.patch } } : entry,
        ),
      }));
    case 'deleteModel':
      return changeRow(state, action.id, row => ({
        ...row,
        models: row.models.filter(entry => entry.id !== action.modelId),
      }));
    case 'replace':
      return { ...state, rows: toRows(action.list) };
    case 'saved':
      return withSaved(state, action.text);
  }
}

/** Why the list cannot be saved; also the i18n key of its message. */
type ListFault = 'no_name' | 'name_twice';

export function findListFault(rows: readonly ManufacturerRow[]): ListFault | null {
  const names = rows.map(({ name }) => name.trim());
  if (names.includes('')) return 'no_name';
  return new Set(names).size === names.length ? null : 'name_twice';
}
