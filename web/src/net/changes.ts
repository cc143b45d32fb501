/*
 * changes.ts - rebuilds whole views from changes. An event that follows what the server knows us
 * to have brings only the differences from the view before. Users of it get whole views.
 */
import type { Command, EventMessage, ServerMessage, View } from '../local/api.js';

/** `changes` has the keys that are different; those in `gone` are there no more. */
export interface ChangesMessage {
  type: 'event';
  table: string;
  match: number;
  n: number;
  events: EventMessage['events'];
  changes: Partial<View> & { discarded?: View['discards'] };
  gone?: (keyof View)[];
  legal?: Command[];
  ends_in?: number | null;
  vote_ends_in?: number;
}

function changed(was: View, message: ChangesMessage): View {
  const { discarded, ...changes } = message.changes;
  const view = { ...was, ...changes };
  if (discarded) view.discards = [...was.discards, ...discarded];
  for (const key of message.gone ?? []) delete view[key];
  return view;
}

export class Views {
  private known = new Map<string, { match: number; n: number; view: View }>();

  /** The message with a whole view; null if we lack the one before. */
  complete(message: ServerMessage | ChangesMessage): ServerMessage | null {
    if (message.type !== 'view' && message.type !== 'event') return message;
    const { table, match, n } = message;
    let whole: ServerMessage & { view: View };
    if ('changes' in message) {
      const was = this.known.get(table);
      if (was?.match !== match || was.n !== n - 1) return null;
      const { changes: _changes, gone: _gone, legal = [], ends_in = null, ...rest } = message;
      whole = { ...rest, view: changed(was.view, message), legal, ends_in };
    } else {
      whole = message;
    }
    this.known.set(table, { match, n, view: whole.view });
    return whole;
  }
}
