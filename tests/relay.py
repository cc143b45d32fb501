"""A way to a server on which a test can stand."""
import socket
import threading


def pump(near, far):
    """All that one side says, to the other."""
    try:
        while data := near.recv(65536):
            far.sendall(data)
        far.shutdown(socket.SHUT_WR)
    except OSError:
        pass


class Relay:
    """A port of this machine that leads to another one, as `ssh -L` makes it. Tests change carry() or back()."""

    def __init__(self, port):
        self.to = port
        self.listener = socket.create_server(('127.0.0.1', 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                near = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        """One connection, from here to its end."""
        far = self.reach()
        threading.Thread(target=pump, args=(near, far), daemon=True).start()
        self.back(far, near)

    def reach(self):
        return socket.create_connection(('127.0.0.1', self.to))

    def back(self, far, near):
        """What the server says, to the client."""
        pump(far, near)
