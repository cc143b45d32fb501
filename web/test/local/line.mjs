// line.mjs - a connection that goes nowhere: what the page says on the newest is kept in line.said.
export let line = null;

globalThis.WebSocket = class {
  said = [];
  constructor() {
    line = this;
  }
  send(text) {
    this.said.push(JSON.parse(text));
  }
  close() {
    this.closed = true;
  }
};
