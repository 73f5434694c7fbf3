import { type ChannelView } from '@contracts';
import { ChannelDrawer } from './ChannelDrawer';
import { ChannelEditDrawer } from './ChannelEditDrawer';

interface ChannelFormsProps {
  /** What the address asks for. */
  readonly open: { readonly kind: 'create' } | { readonly kind: 'edit'; readonly id: number };
  readonly rows: readonly ChannelView[] | undefined;
  readonly onClose: () => void;
}

/** The form that the address names. */
export function ChannelForms({ open, rows, onClose }: ChannelFormsProps) {
  if (open.kind === 'create') return <ChannelDrawer channel={null} onClose={onClose} />;
  const known = rows?.find(({ id }) => id === open.id);
  return <ChannelEditDrawer key={open.id} id={open.id} known={known} onClose={onClose} />;
}
