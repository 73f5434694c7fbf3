import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { ViewError } from './ViewError';

interface BoundaryProps {
  readonly children: ReactNode;
  /** The visit, which changes with every step to another address. */
  readonly visit: string;
}

interface BoundaryState {
  readonly hasFailed: boolean;
  readonly visit: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { hasFailed: false, visit: this.props.visit };

  static getDerivedStateFromError(): Partial<BoundaryState> {
    return { hasFailed: true };
  }

  static getDerivedStateFromProps({ visit }: BoundaryProps, state: BoundaryState): BoundaryState | null {
    return visit === state.visit ? null : { hasFailed: false, visit };
  }

  override render() {
    return this.state.hasFailed ? <ViewError /> : this.props.children;
  }
}

/** Says that what is inside has failed, until the reader goes to another address. */
export function ViewBoundary({ children }: { readonly children: ReactNode }) {
  return <Boundary visit={useLocation().key}>{children}</Boundary>;
}
