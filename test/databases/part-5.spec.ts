import { describePart } from '../support/describe-specs';

describePart(5, 8);
