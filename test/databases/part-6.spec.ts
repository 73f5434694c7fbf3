import { describePart } from '../support/describe-specs';

describePart(6, 8);
