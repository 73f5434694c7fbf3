import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../../shared/lazy-part';

/** The dialog is loaded when it is first opened. */
const UseKeyDialog = lazyPart(async () => (await import('./UseKeyDialog')).UseKeyDialog);

/** How to use a key: addresses, snippets and a first call. */
export function UseKey(props: ComponentProps<typeof UseKeyDialog>) {
  return (
    <Suspense fallback={null}>
      <UseKeyDialog {...props} />
    </Suspense>
  );
}
