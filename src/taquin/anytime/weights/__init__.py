"""The learned weights of the scores, read from their files: of whole boards, of the flow, and of the sweep.

The files are made by the commands of `learning/`, which is not part of the package.
"""

from taquin.anytime.weights.board import board_weights
from taquin.anytime.weights.flow import flow_weights
from taquin.anytime.weights.sweep import sweep_weights

__all__ = ["board_weights", "flow_weights", "sweep_weights"]
