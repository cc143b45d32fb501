"""Whole views from what has changed: docs/protocol.md, version 2."""


class Views:
    """What one connection knows about the tables it looks at."""

    def __init__(self):
        self.known = {}

    def complete(self, message):
        """The message with its whole view in place of the changes."""
        if message['type'] not in ('event', 'view'):
            return message
        table, number = message['table'], (message['match'], message['n'])
        if 'changes' in message:
            at, was = self.known[table]
            assert at == (message['match'], message['n'] - 1), (at, message)
            view = {**was, **message['changes']}
            if 'discarded' in view:
                view['discards'] = was['discards'] + view.pop('discarded')
            for key in message.get('gone', []):
                del view[key]
            message = {'legal': [], 'ends_in': None, **message, 'view': view}
            del message['changes']
            message.pop('gone', None)
        # A pile has no order: what was added stands behind the rest.
        message['view']['discards'].sort()
        self.known[table] = (number, message['view'])
        return message
