"""UNO for programs that learn.

VecEnv plays many games at once, in the shape of Gymnasium's vector environments; State is one game with the names of
OpenSpiel; AECEnv is one game in the shape of PettingZoo's turn-based environments. None of the three has to be installed.
"""
from ._mazo import BOTS, SHEETS
from .actions import ACTIONS, action_name
from .aec import AECEnv
from .state import Game, State
from .vec import Box, Discrete, MultiDiscrete, VecEnv

__all__ = ['ACTIONS', 'AECEnv', 'BOTS', 'Box', 'Discrete', 'Game', 'MultiDiscrete', 'SHEETS', 'State', 'VecEnv', 'action_name']
