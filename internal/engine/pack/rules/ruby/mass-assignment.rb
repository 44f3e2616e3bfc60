class UsersController < ApplicationController
  def create
    # ruleid: ruby-mass-assignment
    User.create(params.require(:user).permit!)
    # ruleid: ruby-mass-assignment
    User.new(params[:user].to_unsafe_h)
    # ruleid: ruby-mass-assignment
    values = params.require(:user).permit(:name, :admin)
    # ok: ruby-mass-assignment
    User.create(params.require(:user).permit(:name, :email))
  end
end

def export
  # ok: ruby-mass-assignment
  filters = { label: params.permit!["label"] }
end
