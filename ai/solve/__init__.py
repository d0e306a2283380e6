"""Plans made by constraint search: one module a game, on OR-Tools' CP-SAT."""
