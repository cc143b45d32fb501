/*
 * OpenHand.tsx - the cards of a seat, where a replay shows them: as many beside each other as the seat is wide.
 */
import { cardName, sorted } from '../../game/cards.js';
import { t } from '../../i18n.js';
import type { Card as CardText } from '../../local/api.js';
import { Card } from '../Card.js';

export function OpenHand({ cards }: { cards: CardText[] }) {
  const inOrder = sorted(cards);
  return (
    <span class="open-hand" style={{ '--n': cards.length }} data-testid="open-hand">
      <span class="unseen">{cards.length ? t('holds {cards}', { cards: inOrder.map(cardName).join(', ') }) : ''}</span>
      {inOrder.map((card, i) => (
        <span key={i} aria-hidden={true}>
          <Card card={card} />
        </span>
      ))}
    </span>
  );
}
